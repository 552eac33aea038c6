import { isObject } from '@toolwire/internal';
import type { JwtClaims } from '../jwt/jwt-options.ts';
import { rejectToken } from '../token/bearer-token.ts';
import type { ClaimRules } from '../token/claim-rules.ts';
import { verifyClaims } from '../token/verify-claims.ts';
import type { Verified } from '../verifier.ts';

/** The claims of an active token, or `undefined` for an inactive one. */
export type IntrospectionResponse = JwtClaims | undefined;

/** Parses a response (RFC 7662, section 2.2); throws if it is invalid. */
export function parseIntrospection(body: unknown): IntrospectionResponse {
  // Only a boolean counts: the string 'false' is truthy.
  if (isObject(body) && typeof body['active'] === 'boolean') return body['active'] ? deepFreeze(body) : undefined;
  throw new Error("The authorization server's response must be an object with active: true or false.");
}

/** Several calls share a response, so a tool must not be able to change its claims. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

/** Verifies a response. It is called for each use of a cached response, because the times must be checked again. */
export function verifyIntrospection(response: IntrospectionResponse, rules: ClaimRules, issuer: string): Verified {
  if (response === undefined) return rejectToken('inactive');
  if (isOtherTokenType(response)) return rejectToken('not_access_token');
  // A response may omit the issuer, because it comes from the issuer; a different issuer is rejected.
  const applicableRules = response['iss'] === undefined ? { ...rules, issuers: undefined } : rules;
  return verifyClaims(response, applicableRules, issuer);
}

/** Names of refresh and ID tokens, which are not access tokens. */
const otherTokenTypes = /^(?:refresh|offline|id)(?:[_ ]?token)?$/i;

/** Some servers report refresh tokens as active, too. */
function isOtherTokenType({ token_type: type, token_use: use, typ }: JwtClaims): boolean {
  return [type, use, typ].some((kind) => typeof kind === 'string' && otherTokenTypes.test(kind));
}
