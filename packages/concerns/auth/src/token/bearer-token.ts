import {
  defaultChallenge,
  isVerificationUnavailable,
  type Rejected,
  type Verified,
  type Verifier,
} from '../verifier.ts';

/** The content of an `Authorization` header: absent, one bearer token, or anything else. */
export type BearerToken =
  | { readonly state: 'absent' }
  | { readonly state: 'present'; readonly token: string }
  | { readonly state: 'malformed' };

/** Far more characters than real tokens have. */
export const maxTokenLength = 8192;

// One space and one token. Two headers arrive joined by a comma and a space, and do not match. Tokens in the URL are ignored (MCP-AUTH-06).
const bearer = /^bearer ([\x21-\x7e]+)$/i;

/** Reads the bearer token of an `Authorization` header. */
export function readBearerToken(authorization: string | undefined): BearerToken {
  if (authorization === undefined) {
    return { state: 'absent' };
  }
  const token = bearer.exec(authorization)?.[1];
  return token === undefined ? { state: 'malformed' } : { state: 'present', token };
}

/** Creates a verifier that reads a bearer token and verifies it with the function. */
export function bearerVerifier(scheme: string, verifyToken: (token: string) => Verified | Promise<Verified>): Verifier {
  return {
    scheme,
    challenge: defaultChallenge,
    header: 'authorization',
    verify: (credentials) => {
      const read = readBearerToken(credentials.header('authorization'));
      if (read.state === 'absent') return { state: 'absent' };
      return read.state === 'malformed' ? { state: 'rejected', reason: 'not_bearer' } : verifyToken(read.token);
    },
  };
}

/** Rejects a bearer token, with the status that the caller may see (ANS-08). */
export function rejectToken(reason: string, cause?: unknown): Rejected {
  const rejection = { state: 'rejected', reason, ...(cause !== undefined && { cause }) } as const;
  if (isVerificationUnavailable(rejection)) return rejection;
  return { ...rejection, token: reason === 'expired' ? 'expired' : 'refused' };
}
