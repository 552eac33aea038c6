import { checkSeconds, checkStrings, isObject, StartupError } from '@toolwire/internal';
import { rejectToken } from './bearer-token.ts';
import type { IntrospectionOptions } from './introspection-options.ts';
import { verifyClaims } from './jwt-claims.ts';
import type { JwtClaims } from './jwt-option-types.ts';
import type { JwtRules } from './jwt-rules.ts';
import type { Verified } from './verifier.ts';

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

/** Returns a function that verifies a response. It checks the times again for each use of a cached response. */
export function createIntrospectionCheck(
  options: IntrospectionOptions,
  defaultIssuer: string,
): (response: IntrospectionResponse) => Verified {
  const rules = readRules(options);
  return (response) => {
    if (response === undefined) return rejectToken('inactive');
    if (isOtherTokenType(response)) return rejectToken('not_access_token');
    return verifyClaims(response, rulesFor(response, rules), defaultIssuer);
  };
}

/** Names of refresh and ID tokens, which are not access tokens. */
const otherTokenTypes = /^(?:refresh|offline|id)(?:[_ ]?token)?$/i;

/** Some servers report refresh tokens as active, too. */
function isOtherTokenType({ token_type: type, token_use: use, typ }: JwtClaims): boolean {
  return [type, use, typ].some((kind) => typeof kind === 'string' && otherTokenTypes.test(kind));
}

function readRules(options: IntrospectionOptions): JwtRules {
  const { issuer, audiences = [], clockToleranceSeconds: tolerance } = options;
  checkStrings('audiences', audiences);
  if (audiences.length === 0 && options.allowNoAudience !== true) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      'introspection() got no audiences, so tokens for other servers of the same issuer would be accepted. Pass the audience of this server, or set allowNoAudience if tokens have no audience.',
    );
  }
  if (tolerance !== undefined) checkSeconds('clockToleranceSeconds', tolerance, 0);
  return {
    audiences: new Set(audiences),
    // An authorization server issues tokens for other servers, too.
    audienceRequired: options.allowNoAudience !== true,
    issuers: issuer === undefined ? undefined : new Set([issuer]),
    earlySeconds: tolerance ?? 5,
    lateSeconds: tolerance ?? 0,
    maxLifetimeSeconds: Number.POSITIVE_INFINITY,
    // `exp` is optional in a response (RFC 7662, section 2.2).
    expiryRequired: false,
    principalId: options.principalId ?? (({ sub }) => sub),
  };
}

/** A response may omit the issuer, because it comes from the issuer; a different issuer is rejected. */
function rulesFor({ iss }: JwtClaims, rules: JwtRules): JwtRules {
  return iss === undefined ? { ...rules, issuers: undefined } : rules;
}
