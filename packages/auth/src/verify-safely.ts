import { isPromise, type MaybePromise } from './maybe-promise.ts';
import type { Credentials, Rejected, Verified, Verifier } from './verifier.ts';

const states = new Set<unknown>(['absent', 'accepted', 'rejected'] satisfies Verified['state'][]);

/** Asks a verifier, and takes a throw or an answer of the wrong shape for a rejection: a broken check lets nobody in. */
export function verifySafely(verifier: Verifier, credentials: Credentials): MaybePromise<Verified> {
  try {
    const verified = verifier.verify(credentials);
    return isPromise(verified) ? verified.then(known, failed) : known(verified);
  } catch (cause) {
    return failed(cause);
  }
}

// The types refuse a verifier that answers something else; plain JavaScript does not.
function known(verified: Verified | undefined): Verified {
  return states.has(verified?.state)
    ? (verified as Verified)
    : failed(
        new TypeError("A verifier answered without a state. Return 'absent', 'accepted' or 'rejected' as `state`."),
      );
}

function failed(cause: unknown): Rejected {
  return { state: 'rejected', reason: 'verifier_failed', cause };
}
