import { stringsOf } from '@toolwire/internal';
import type { JwtClaims, JwtRejection } from '../jwt/jwt-options.ts';
import type { Verified } from '../verifier.ts';
import { rejectToken } from './bearer-token.ts';
import type { ClaimRules } from './claim-rules.ts';

/** Verifies the claims of a token with a valid signature. `defaultIssuer` is the issuer of a token that names none. */
export function verifyClaims(claims: JwtClaims, rules: ClaimRules, defaultIssuer: string): Verified {
  const reason = checkClaims(claims, rules, Date.now() / 1000);
  if (reason !== undefined) return rejectToken(reason);
  const id = rules.principalId(claims);
  if (typeof id !== 'string' || id === '') return rejectToken('no_principal');
  const issuer = typeof claims['iss'] === 'string' ? claims['iss'] : defaultIssuer;
  return { state: 'accepted', principal: { id, issuer, claims, ...scopesOfClaims(claims) } };
}

/** Reads the scopes of a token: `scope` (RFC 8693, RFC 9068) or `scp` (Entra ID, Okta). */
export function scopesOfClaims({ scope, scp }: Readonly<Record<string, unknown>>): {
  readonly scopes?: readonly string[];
} {
  const claim = scope ?? scp;
  if (typeof claim === 'string') return { scopes: claim.split(' ').filter((name) => name !== '') };
  return Array.isArray(claim) ? { scopes: stringsOf(claim) } : {};
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
