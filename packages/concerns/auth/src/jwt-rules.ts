import { checkFunction, checkSeconds, checkStrings, StartupError } from '@toolwire/internal';
import type { JwtClaims, JwtOptions } from './jwt-option-types.ts';

/** The rules for claims, read from the options at startup. */
export interface JwtRules {
  readonly audiences: ReadonlySet<string>;
  readonly audienceRequired: boolean;
  readonly issuers: ReadonlySet<string> | undefined;
  /** How many seconds `nbf` and `iat` may be in the future. */
  readonly earlySeconds: number;
  /** How many seconds `exp` may be in the past. */
  readonly lateSeconds: number;
  readonly maxLifetimeSeconds: number;
  readonly expiryRequired: boolean;
  readonly principalId: (claims: JwtClaims) => unknown;
}

/** Reads and checks the options. */
export function readJwtRules(options: JwtOptions): JwtRules {
  const { audiences = [], issuer, clockToleranceSeconds: tolerance, maxLifetimeSeconds } = options;
  checkStrings('audiences', audiences);
  checkFunction('principalId', options.principalId, 'principalId: ({ sub }) => sub');
  const issuers = typeof issuer === 'string' ? [issuer] : issuer;
  if (issuers) checkStrings('issuer', issuers);
  if (issuers?.length === 0) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      'issuer must not be an empty list. Pass at least one issuer, or omit the option.',
    );
  }
  if (tolerance !== undefined) checkSeconds('clockToleranceSeconds', tolerance, 0);
  if (maxLifetimeSeconds !== undefined) checkSeconds('maxLifetimeSeconds', maxLifetimeSeconds, 1);
  const usesPublicKeys = options.secret === undefined;
  return {
    audiences: new Set(audiences),
    // `aud` is optional with a shared secret (OTC-AUTH-13), but an issuer with public keys serves other audiences, too.
    audienceRequired: usesPublicKeys && audiences.length > 0,
    issuers: issuers && new Set(issuers),
    earlySeconds: tolerance ?? 5,
    lateSeconds: tolerance ?? 0,
    maxLifetimeSeconds: maxLifetimeSeconds ?? Number.POSITIVE_INFINITY,
    expiryRequired: options.allowNoExpiry !== true,
    principalId: options.principalId ?? (usesPublicKeys ? subject : subjectOrBearer),
  };
}

function subject({ sub }: JwtClaims): unknown {
  return sub;
}

/** The example token of the protocol has no `sub`: any holder of the secret may be the caller. */
function subjectOrBearer({ sub }: JwtClaims): unknown {
  return sub === undefined ? 'bearer' : sub;
}
