import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { readBearerToken, rejectToken } from './bearer-token.ts';
import { checkClaims } from './jwt-claims.ts';
import type { JwtOptions, JwtSecretOptions } from './jwt-option-types.ts';
import { publicKeySignatures } from './jwt-public-keys.ts';
import { type JwtRules, readJwtRules } from './jwt-rules.ts';
import { secretSignatures } from './jwt-shared-secret.ts';
import { scopesOfClaims } from './scopes.ts';
import { type JwtSignatures, readSignedClaims } from './signed-claims.ts';
import { defaultChallenge, type Verified, type Verifier } from './verifier.ts';

export type {
  FetchKeySet,
  JwtIssuerOptions,
  JwtKeySetOptions,
  JwtOptions,
  JwtRejection,
  JwtSecretOptions,
} from './jwt-option-types.ts';

const optionNames: NamesOf<JwtOptions> = {
  secret: true,
  allowShortSecret: true,
  allowNoExpiry: true,
  jwks: true,
  audiences: true,
  issuer: true,
  clockToleranceSeconds: true,
  maxLifetimeSeconds: true,
  principalId: true,
  algorithms: true,
  fetch: true,
  maxAgeSeconds: true,
  maxAgeWhileDownSeconds: true,
  cooldownSeconds: true,
};

/** Authenticates callers with a signed JWT as bearer token, verified with a shared secret or the issuer's public keys. */
export function jwt(options: JwtOptions): Verifier {
  checkNames('jwt()', options, optionNames);
  // Never both: an attacker could sign with a public key as if it were the secret.
  const signatures = hasSecret(options) ? secretSignatures(options) : publicKeySignatures(options);
  const rules = readJwtRules(options);
  return {
    scheme: 'bearer',
    challenge: defaultChallenge,
    header: 'authorization',
    verify: (credentials) => {
      const bearer = readBearerToken(credentials.header('authorization'));
      if (bearer.state === 'absent') return { state: 'absent' };
      return bearer.state === 'present'
        ? verifyToken(bearer.token, signatures, rules)
        : { state: 'rejected', reason: 'not_bearer' };
    },
  };
}

async function verifyToken(token: string, signatures: JwtSignatures, rules: JwtRules): Promise<Verified> {
  const signed = await readSignedClaims(token, signatures);
  if (!signed.ok) {
    return rejectToken(signed.reason, signed.cause);
  }
  const reason = checkClaims(signed.claims, rules, Date.now() / 1000);
  if (reason !== undefined) {
    return rejectToken(reason);
  }
  const { claims } = signed;
  const id = rules.principalId(claims);
  // A token without `iss` gets a default issuer, so that its IDs differ from those of API keys and of the app.
  const issuer = typeof claims['iss'] === 'string' ? claims['iss'] : 'jwt';
  return typeof id === 'string' && id !== ''
    ? { state: 'accepted', principal: { id, issuer, claims, ...scopesOfClaims(claims) } }
    : rejectToken('no_principal');
}

function hasSecret(options: JwtOptions): options is JwtSecretOptions {
  const { secret, jwks, issuer } = options;
  // An unset secret is a mistake: the issuer's keys must not replace it.
  const usesDiscovery = (issuer?.length ?? 0) > 0 && !('secret' in options);
  if (secret === undefined && jwks === undefined && !usesDiscovery) {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      'jwt() needs a secret, jwks or an issuer. Is the environment variable of the secret set?',
    );
  }
  if (secret !== undefined && jwks !== undefined) {
    throw new StartUpError(
      'TW_VERIFIERS',
      'jwt() got a secret and jwks. Create one verifier for each, and combine them with anyOf().',
    );
  }
  if (secret !== undefined) rejectPublicKeyOptions(options);
  return secret !== undefined;
}

const publicKeyOptions: ReadonlySet<string> = new Set([
  'algorithms',
  'fetch',
  'maxAgeSeconds',
  'maxAgeWhileDownSeconds',
  'cooldownSeconds',
]);

function rejectPublicKeyOptions(options: JwtOptions): void {
  const [ignored] = Object.entries(options).filter(
    ([name, value]) => publicKeyOptions.has(name) && value !== undefined,
  );
  if (ignored === undefined) return;
  throw new StartUpError(
    'TW_VERIFIERS',
    `jwt() got a secret and ${ignored[0]}, which applies to public keys only. Remove one of them.`,
  );
}
