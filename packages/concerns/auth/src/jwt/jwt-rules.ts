import { checkNumber, checkStrings, StartupError } from '@toolwire/internal';
import { type ClaimRules, readSharedRules, subjectOf } from '../token/claim-rules.ts';
import type { JwtClaims, JwtOptions } from './jwt-options.ts';

/** Reads and checks the options of `jwt()` for claims. */
export function readJwtRules(options: JwtOptions): ClaimRules {
  const { audiences = [], issuer, maxLifetimeSeconds } = options;
  const sharedRules = readSharedRules(options);
  const issuers = typeof issuer === 'string' ? [issuer] : issuer;
  if (issuers) checkStrings('issuer', issuers);
  if (issuers?.length === 0) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      'issuer must not be an empty list. Pass at least one issuer, or omit the option.',
    );
  }
  if (maxLifetimeSeconds !== undefined) {
    checkNumber('maxLifetimeSeconds', maxLifetimeSeconds, { unit: 'seconds', from: 1 });
  }
  const usesPublicKeys = options.secret === undefined;
  return {
    ...sharedRules,
    // `aud` is optional with a shared secret (OTC-AUTH-13), but an issuer with public keys serves other audiences, too.
    isAudienceRequired: usesPublicKeys && audiences.length > 0,
    issuers: issuers && new Set(issuers),
    maxLifetimeSeconds: maxLifetimeSeconds ?? Number.POSITIVE_INFINITY,
    isExpiryRequired: options.allowNoExpiry !== true,
    principalId: options.principalId ?? (usesPublicKeys ? subjectOf : subjectOrBearer),
  };
}

/** The example token of the protocol has no `sub`: any holder of the secret may be the caller. */
function subjectOrBearer({ sub }: JwtClaims): unknown {
  return sub === undefined ? 'bearer' : sub;
}
