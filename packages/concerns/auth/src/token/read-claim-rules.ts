import { checkFunction, checkNumber, checkStrings, StartupError } from '@toolwire/internal';
import type { IntrospectionOptions } from '../introspection/introspection-options.ts';
import type { JwtClaims, JwtOptions } from '../jwt/jwt-options.ts';

/** The rules for claims, read from the options at startup, with their defaults. `verify-claims.ts` applies them. */
export interface ClaimRules {
  readonly audiences: ReadonlySet<string>;
  readonly isAudienceRequired: boolean;
  readonly issuers: ReadonlySet<string> | undefined;
  /** How many seconds `nbf` and `iat` may be in the future. */
  readonly earlySeconds: number;
  /** How many seconds `exp` may be in the past. */
  readonly lateSeconds: number;
  readonly maxLifetimeSeconds: number;
  readonly isExpiryRequired: boolean;
  readonly principalId: (claims: JwtClaims) => unknown;
}

/** Reads and checks the options of `jwt()`. */
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
    principalId: options.principalId ?? (usesPublicKeys ? subject : subjectOrBearer),
  };
}

/** Reads and checks the options of `introspection()`. */
export function readIntrospectionRules(options: IntrospectionOptions): ClaimRules {
  const { issuer, audiences = [] } = options;
  // Only `true`, so that a string such as 'false' from an environment variable allows nothing.
  const allowNoAudience = options.allowNoAudience === true;
  const sharedRules = readSharedRules(options);
  if (audiences.length === 0 && !allowNoAudience) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      'introspection() got no audiences, so tokens for other servers of the same issuer would be accepted. Pass the audience of this server, or set allowNoAudience if tokens have no audience.',
    );
  }
  return {
    ...sharedRules,
    // An authorization server issues tokens for other servers, too.
    isAudienceRequired: !allowNoAudience,
    issuers: issuer === undefined ? undefined : new Set([issuer]),
    maxLifetimeSeconds: Number.POSITIVE_INFINITY,
    // `exp` is optional in a response (RFC 7662, section 2.2).
    isExpiryRequired: false,
    principalId: options.principalId ?? subject,
  };
}

type SharedRules = Pick<ClaimRules, 'audiences' | 'earlySeconds' | 'lateSeconds'>;

function readSharedRules(options: JwtOptions | IntrospectionOptions): SharedRules {
  const { audiences = [], clockToleranceSeconds: tolerance, principalId } = options;
  checkStrings('audiences', audiences);
  checkFunction('principalId', principalId, 'principalId: ({ sub }) => sub');
  if (tolerance !== undefined) checkNumber('clockToleranceSeconds', tolerance, { unit: 'seconds', from: 0 });
  return { audiences: new Set(audiences), earlySeconds: tolerance ?? 5, lateSeconds: tolerance ?? 0 };
}

function subject({ sub }: JwtClaims): unknown {
  return sub;
}

/** The example token of the protocol has no `sub`: any holder of the secret may be the caller. */
function subjectOrBearer({ sub }: JwtClaims): unknown {
  return sub === undefined ? 'bearer' : sub;
}
