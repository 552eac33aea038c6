import { andThen, type MaybePromise } from './maybe-promise.ts';
import type { Principal } from './principal.ts';
import type { RefusedToken, Verified, Verifier } from './verifier.ts';
import { verifySafely } from './verify-safely.ts';

/** Whether a caller may go on; `challenge` is all that the answer to a refused one may show. */
export type Authentication =
  | { readonly ok: true; readonly principal?: Principal | undefined }
  | {
      readonly ok: false;
      /** The value of `WWW-Authenticate`, the same for missing and for all bad credentials. */
      readonly challenge: string;
      /** A short code for the log, never for the answer. */
      readonly reason: string;
      /** The error behind it, for the log. */
      readonly cause?: unknown;
      /** What may be told of a bearer token that came, by protocols that have words for it (ANS-08). */
      readonly token?: RefusedToken | undefined;
    };

/** Checks a request's credentials; never throws, and its promise never rejects. */
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
  // OTC-AUTH-06, OTC-AUTH-12, E22: missing and bad credentials are answered alike
  const challenge = verifier.challenge ?? 'Bearer';
  // MCP-AUTH-04: neither lets anybody in; wires answer with 401.
  if (verified.state === 'absent') {
    return { ok: false, challenge, reason: 'no_credentials' };
  }
  const { reason = 'rejected', cause, token } = verified;
  return { ok: false, challenge, reason, cause, ...(token && { token }) };
}
