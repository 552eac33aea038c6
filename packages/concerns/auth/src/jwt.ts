import { checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import type { JwtOptions } from './jwt/jwt-options.ts';
import { publicKeySignatures } from './jwt/jwt-public-keys.ts';
import { readJwtRules } from './jwt/jwt-rules.ts';
import { secretSignatures } from './jwt/jwt-shared-secret.ts';
import { type JwtSignatures, readSignedClaims } from './jwt/signed-claims.ts';
import { bearerVerifier, rejectToken } from './token/bearer-token.ts';
import type { ClaimRules } from './token/claim-rules.ts';
import { verifyClaims } from './token/verify-claims.ts';
import type { Verified, Verifier } from './verifier.ts';

export type {
  JwtIssuerOptions,
  JwtKeySetOptions,
  JwtOptions,
  JwtRejection,
  JwtSecretOptions,
} from './jwt/jwt-options.ts';

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
  maxAgeWhileDownSeconds: true,
};

/** Authenticates callers with a signed JWT as bearer token, verified with a shared secret or the issuer's public keys. */
export function jwt(options: JwtOptions): Verifier {
  checkNames('jwt()', options, optionNames);
  checkKeyOptions(options);
  const signatures = options.secret === undefined ? publicKeySignatures(options) : secretSignatures(options);
  const rules = readJwtRules(options);
  return bearerVerifier('bearer', (token) => verifyToken(token, signatures, rules));
}

async function verifyToken(token: string, signatures: JwtSignatures, rules: ClaimRules): Promise<Verified> {
  const signed = await readSignedClaims(token, signatures);
  if (!signed.ok) return rejectToken(signed.reason, signed.cause);
  // A default issuer, so that the IDs of tokens without `iss` differ from those of API keys and of the app.
  return verifyClaims(signed.claims, rules, 'jwt');
}

/** Throws unless the keys are a secret or public keys. Never both: an attacker could sign with a public key as if it were the secret. */
function checkKeyOptions(options: JwtOptions): void {
  const { secret, jwks, issuer } = options;
  // An unset secret is a mistake: the issuer's keys must not replace it.
  const usesDiscovery = (issuer?.length ?? 0) > 0 && !('secret' in options);
  if (secret === undefined && jwks === undefined && !usesDiscovery) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      'jwt() needs a secret, jwks or an issuer. Is the environment variable of the secret set?',
    );
  }
  if (secret !== undefined && jwks !== undefined) {
    throw new StartupError(
      'TW_VERIFIERS',
      'jwt() got a secret and jwks. Create one verifier for each, and combine them with anyOf().',
    );
  }
  rejectIgnoredOption(options);
}

const publicKeyOptions: ReadonlySet<string> = new Set(['algorithms', 'fetch', 'maxAgeWhileDownSeconds']);

const secretOptions: ReadonlySet<string> = new Set(['allowNoExpiry', 'allowShortSecret']);

/** Plain JavaScript can pass an option of the other kind of key. */
function rejectIgnoredOption(options: JwtOptions): void {
  const { secret } = options;
  const otherOptions = secret === undefined ? secretOptions : publicKeyOptions;
  const [ignored] =
    Object.entries(options).find(([name, value]) => otherOptions.has(name) && value !== undefined) ?? [];
  if (ignored === undefined) return;
  if (secret === undefined) {
    throw new StartupError(
      'TW_VERIFIERS',
      `jwt() got no secret, but ${ignored}, which applies to a shared secret only. Remove it.`,
    );
  }
  throw new StartupError(
    'TW_VERIFIERS',
    `jwt() got a secret and ${ignored}, which applies to public keys only. Remove one of them.`,
  );
}
