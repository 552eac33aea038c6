import type { JwtClaims } from './jwt-options.ts';
import type { JwtRejection } from './jwt-rejection.ts';
import type { JwtRules } from './jwt-rules.ts';

/** Checks what a token says, its signature being good; `undefined` when it may be used now and here. */
export function checkClaims(claims: JwtClaims, rules: JwtRules, nowSeconds: number): JwtRejection | undefined {
  // ANS-08: of its end a caller is told, so that comes once all else is good.
  return checkAudience(claims, rules) ?? checkIssuer(claims, rules) ?? checkTimes(claims, rules, nowSeconds);
}

function checkTimes(claims: JwtClaims, rules: JwtRules, now: number): JwtRejection | undefined {
  const { exp, nbf, iat } = claims;
  if (exp === undefined && !rules.expiryRequired && isFiniteOrAbsent(nbf) && isFiniteOrAbsent(iat)) {
    if (isEarly(nbf, rules, now) || isEarly(iat, rules, now)) return 'not_yet_valid';
    return rules.maxLifetimeSeconds === Number.POSITIVE_INFINITY ? undefined : 'lives_too_long';
  }
  // OTC-AUTH-11: exp is required. 1e400 in JSON is Infinity, which would never expire.
  if (!Number.isFinite(exp) || !isFiniteOrAbsent(nbf) || !isFiniteOrAbsent(iat)) {
    return 'bad_claims';
  }
  const end = exp as number;
  if (end + rules.lateSeconds <= now) {
    return 'expired';
  }
  if (isEarly(nbf, rules, now) || isEarly(iat, rules, now)) {
    return 'not_yet_valid';
  }
  // OTC-AUTH-14
  const start = iat ?? now + rules.earlySeconds;
  return end - start > rules.maxLifetimeSeconds ? 'lives_too_long' : undefined;
}

function isEarly(start: number | undefined, { earlySeconds }: JwtRules, now: number): boolean {
  return (start ?? now) > now + earlySeconds;
}

function isFiniteOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || Number.isFinite(value);
}

function checkAudience({ aud }: JwtClaims, { audiences, audienceRequired }: JwtRules): JwtRejection | undefined {
  if (aud === undefined) {
    return audienceRequired ? 'wrong_audience' : undefined;
  }
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (named.length === 0 || named.some((one) => typeof one !== 'string')) {
    return 'bad_claims';
  }
  // OTC-AUTH-13, MCP-AUTH-03: without a list of audiences nothing is on it
  return named.some((one) => audiences.has(one as string)) ? undefined : 'wrong_audience';
}

function checkIssuer({ iss }: JwtClaims, { issuers }: JwtRules): JwtRejection | undefined {
  return issuers === undefined || (typeof iss === 'string' && issuers.has(iss)) ? undefined : 'wrong_issuer';
}
