import { andThen, type MaybePromise } from '@toolwire/internal';
import {
  defaultChallenge,
  type Principal,
  type RefusedToken,
  type Verified,
  type Verifier,
  verifySafely,
} from './verifier.ts';

/** The result of authentication; only `challenge` may be shown to a rejected caller. */
export type Authentication =
  | { readonly ok: true; readonly principal?: Principal | undefined }
  | {
      readonly ok: false;
      /** The value of `WWW-Authenticate`, the same for missing and invalid credentials. */
      readonly challenge: string;
      /** A short code for the log, never for the response. */
      readonly reason: string;
      /** The underlying error, for the log. */
      readonly cause?: unknown;
      /** The status of a rejected bearer token, which some protocols report to the caller (ANS-08). */
      readonly token?: RefusedToken | undefined;
    };

/**
 * Verifies the credentials of a request; never throws or rejects. `anyOf` in `any-of.ts` accepts several authentication methods
 * (OTC-AUTH-16).
 */
export function authenticate<Request>(
  verifier: Omit<Verifier<Request>, 'parts'>,
  request: Request,
): MaybePromise<Authentication> {
  return andThen(verifySafely(verifier, request), (verified) => authentication(verifier, verified));
}

function authentication(verifier: Pick<Verifier, 'challenge'>, verified: Verified): Authentication {
  if (verified.state === 'accepted') {
    return { ok: true, principal: verified.principal };
  }
  // Missing and invalid credentials get the same challenge; the protocol chooses the status (OTC-AUTH-06, OTC-AUTH-12, MCP-AUTH-04, E22).
  const challenge = verifier.challenge ?? defaultChallenge;
  if (verified.state === 'absent') {
    return { ok: false, challenge, reason: 'no_credentials' };
  }
  const { reason = 'rejected', cause, token } = verified;
  return { ok: false, challenge, reason, cause, ...(token && { token }) };
}
