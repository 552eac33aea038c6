/** What an `Authorization` header holds: nothing at all, one bearer token, or something else. */
export type BearerToken =
  | { readonly state: 'absent' }
  | { readonly state: 'present'; readonly token: string }
  | { readonly state: 'malformed' };

/** Far more characters than a token has. */
export const longestToken = 8192;

// MCP-AUTH-06: the header is the only place that is looked at. One space and one token: two headers arrive joined by a comma and a space, and do not fit.
const bearer = /^bearer ([\x21-\x7e]+)$/i;

/** Reads the one bearer token of an `Authorization` header. */
export function readBearerToken(authorization: string | undefined): BearerToken {
  if (authorization === undefined) {
    return { state: 'absent' };
  }
  const token = bearer.exec(authorization)?.[1];
  return token === undefined ? { state: 'malformed' } : { state: 'present', token };
}
