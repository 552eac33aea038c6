import { checkFunction, checkNumber, checkStrings, StartupError } from '@toolwire/internal';
import type { IntrospectionOptions } from '../introspection/introspection-options.ts';
import type { JwtClaims, JwtOptions, JwtRejection } from '../jwt/jwt-options.ts';
import { scopesOfClaims } from '../requirements/scopes.ts';
import type { Verified } from '../verifier.ts';
import { rejectToken } from './bearer-token.ts';

/** The rules for claims, read from the options at startup, with their defaults. */
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

/** Verifies the claims of a token with a valid signature. `defaultIssuer` is the issuer of a token that names none. */
export function verifyClaims(claims: JwtClaims, rules: ClaimRules, defaultIssuer: string): Verified {
  const reason = checkClaims(claims, rules, Date.now() / 1000);
  if (reason !== undefined) return rejectToken(reason);
  const id = rules.principalId(claims);
  if (typeof id !== 'string' || id === '') return rejectToken('no_principal');
  const issuer = typeof claims['iss'] === 'string' ? claims['iss'] : defaultIssuer;
  return { state: 'accepted', principal: { id, issuer, claims, ...scopesOfClaims(claims) } };
}

/** Returns the reason for a rejection, else `undefined`. */
export function checkClaims(claims: JwtClaims, rules: ClaimRules, nowSeconds: number): JwtRejection | undefined {
  // Callers see `expired`, but only for tokens with the right audience and issuer, so times are checked last (ANS-08).
  return checkAudience(claims, rules) ?? checkIssuer(claims, rules) ?? checkTimes(claims, rules, nowSeconds);
}

function checkTimes(claims: JwtClaims, rules: ClaimRules, now: number): JwtRejection | undefined {
  const { exp, nbf, iat } = claims;
  // 1e400 in JSON is Infinity, which would never expire (OTC-AUTH-11).
  const isExpiryValid = exp === undefined ? !rules.isExpiryRequired : Number.isFinite(exp);
  if (!isExpiryValid || !isFiniteOrAbsent(nbf) || !isFiniteOrAbsent(iat)) {
    return 'bad_claims';
  }
  // A token without `exp` never expires.
  const end = exp === undefined ? Number.POSITIVE_INFINITY : (exp as number);
  if (end + rules.lateSeconds <= now) {
    return 'expired';
  }
  if (isEarly(nbf, rules, now) || isEarly(iat, rules, now)) {
    return 'not_yet_valid';
  }
  // The lifetime counts from `iat`, else from the latest time that counts as now (OTC-AUTH-14).
  const start = iat ?? now + rules.earlySeconds;
  return end - start > rules.maxLifetimeSeconds ? 'lives_too_long' : undefined;
}

function isEarly(start: number | undefined, { earlySeconds }: ClaimRules, now: number): boolean {
  return (start ?? now) > now + earlySeconds;
}

function isFiniteOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || Number.isFinite(value);
}

function checkAudience({ aud }: JwtClaims, { audiences, isAudienceRequired }: ClaimRules): JwtRejection | undefined {
  if (aud === undefined) {
    return isAudienceRequired ? 'wrong_audience' : undefined;
  }
  const tokenAudiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (tokenAudiences.length === 0 || tokenAudiences.some((audience) => typeof audience !== 'string')) {
    return 'bad_claims';
  }
  // Without configured audiences every `aud` is rejected (OTC-AUTH-13, MCP-AUTH-03).
  return tokenAudiences.some((audience) => audiences.has(audience as string)) ? undefined : 'wrong_audience';
}

function checkIssuer({ iss }: JwtClaims, { issuers }: ClaimRules): JwtRejection | undefined {
  return issuers === undefined || (typeof iss === 'string' && issuers.has(iss)) ? undefined : 'wrong_issuer';
}
