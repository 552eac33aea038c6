import { isPromise, takePrincipal } from '@toolwire/internal';
import type { MaybePromise } from './maybe-promise.ts';
import type { Rejected, Verified, Verifier } from './verifier.ts';

const states = new Set<unknown>(['absent', 'accepted', 'rejected'] satisfies Verified['state'][]);

/** Asks a verifier, and takes a throw, an answer of the wrong shape and a principal that is none for a rejection: a broken check lets nobody in. */
export function verifySafely<Request>(
  verifier: Pick<Verifier<Request>, 'verify'>,
  request: Request,
): MaybePromise<Verified> {
  try {
    const verified = verifier.verify(request);
    return isPromise(verified) ? Promise.resolve(verified).then(known).catch(failed) : known(verified);
  } catch (cause) {
    return failed(cause);
  }
}

// The types refuse a verifier that answers something else; plain JavaScript does not.
function known(verified: Verified | undefined): Verified {
  if (!states.has(verified?.state)) {
    throw new TypeError("A verifier answered without a state. Return 'absent', 'accepted' or 'rejected' as `state`.");
  }
  const { state, principal } = verified as Verified & { readonly principal?: unknown };
  // Of an id that is none, all callers would be one.
  return state === 'accepted' ? { state, principal: takePrincipal(principal) } : (verified as Verified);
}

function failed(cause: unknown): Rejected {
  return { state: 'rejected', reason: 'verifier_failed', cause };
}
