import { copyPrincipal, isPromise, type MaybePromise } from '@toolwire/internal';
import type { Rejected, Verified, Verifier } from './verifier.ts';

const states = new Set<unknown>(['absent', 'accepted', 'rejected'] satisfies Verified['state'][]);

/** Runs a verifier; a throw, a result of the wrong shape and an invalid principal become rejections. */
export function verifySafely<Request>(
  verifier: Pick<Verifier<Request>, 'verify'>,
  request: Request,
): MaybePromise<Verified> {
  try {
    const verified = verifier.verify(request);
    return isPromise(verified)
      ? Promise.resolve(verified).then(checkVerified).catch(rejectionOf)
      : checkVerified(verified);
  } catch (cause) {
    return rejectionOf(cause);
  }
}

// Verifiers in JavaScript may return anything.
function checkVerified(verified: Verified | undefined): Verified {
  if (!states.has(verified?.state)) {
    throw new TypeError("A verifier returned no state. Return 'absent', 'accepted' or 'rejected' as `state`.");
  }
  const { state, principal } = verified as Verified & { readonly principal?: unknown };
  // With an invalid ID, all callers would share one identity.
  return state === 'accepted' ? { state, principal: copyPrincipal(principal) } : (verified as Verified);
}

function rejectionOf(cause: unknown): Rejected {
  return { state: 'rejected', reason: 'verifier_failed', cause };
}
