import { isPromise } from '@toolwire/internal';
import type { MaybePromise } from './maybe-promise.ts';
import type { Rejected, Verified, Verifier } from './verifier.ts';

const states = new Set<unknown>(['absent', 'accepted', 'rejected'] satisfies Verified['state'][]);

/** Asks a verifier, and takes a throw or an answer of the wrong shape for a rejection: a broken check lets nobody in. */
export function verifySafely<Request>(
  verifier: Pick<Verifier<Request>, 'verify'>,
  request: Request,
): MaybePromise<Verified> {
  try {
    const verified = verifier.verify(request);
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
