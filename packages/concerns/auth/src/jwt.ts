import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { readBearerToken } from './bearer-token.ts';
import { checkClaims } from './jwt-claims.ts';
import type { JwtOptions, JwtSecretOptions } from './jwt-options.ts';
import { type JwtRules, readJwtRules } from './jwt-rules.ts';
import { type JwtSignatures, readSignedClaims } from './jwt-signature.ts';
import { keySetSignatures } from './key-set.ts';
import { refuseToken } from './refused-token.ts';
import { scopesOfClaims } from './scopes.ts';
import { secretSignatures } from './shared-secret.ts';
import type { Verified, Verifier } from './verifier.ts';

export type {
  FetchedKeySet,
  FetchKeySet,
  JwtClaims,
  JwtIssuerOptions,
  JwtKeySetOptions,
  JwtOptions,
  JwtSecretOptions,
  KeySet,
  PublicKeyAlgorithm,
} from './jwt-options.ts';
export type { JwtRejection } from './jwt-rejection.ts';

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

/** Authenticates callers by a signed JWT as bearer token: with a shared secret, or with the public keys of its issuer. */
export function jwt(options: JwtOptions): Verifier {
  checkNames('jwt()', options, optionNames);
  // Never both: whoever knows a public key could otherwise sign with it as if it were the secret.
  const signatures = hasSecret(options) ? secretSignatures(options) : keySetSignatures(options);
  const rules = readJwtRules(options);
  return {
    scheme: 'bearer',
    challenge: 'Bearer',
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
    return refuseToken(signed.reason, signed.cause);
  }
  const reason = checkClaims(signed.claims, rules, Date.now() / 1000);
  if (reason !== undefined) {
    return refuseToken(reason);
  }
  const { claims } = signed;
  const id = rules.principalId(claims);
  // A token that names no issuer has one all the same: its ids are not those of keys, nor of the app.
  const issuer = typeof claims['iss'] === 'string' ? claims['iss'] : 'jwt';
  return typeof id === 'string' && id !== ''
    ? { state: 'accepted', principal: { id, issuer, claims, ...scopesOfClaims(claims) } }
    : refuseToken('no_principal');
}

function hasSecret(options: JwtOptions): options is JwtSecretOptions {
  const { secret, jwks, issuer } = options;
  // A secret that is named and not set is a mistake: the issuer's keys must not take its place.
  const asksIssuer = (issuer?.length ?? 0) > 0 && !('secret' in options);
  if (secret === undefined && jwks === undefined && !asksIssuer) {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      'jwt() got no secret, no jwks, and no issuer to ask for its keys. Is the environment variable of the secret set?',
    );
  }
  if (secret !== undefined && jwks !== undefined) {
    throw new StartUpError(
      'TW_VERIFIERS',
      'jwt() got a secret and jwks. Make one verifier of each, and combine them with anyOf().',
    );
  }
  return secret !== undefined;
}
