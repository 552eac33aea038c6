import { renewalsPerLease, startTimer } from '@toolwire/internal';
import type { SlotLimit } from './claim.ts';
import type { Report } from './observe.ts';
import type { TaskStore } from './task-store.ts';

/** The claim whose lease to renew. */
export interface ClaimRenewal {
  readonly store: TaskStore;
  readonly id: string;
  readonly fence: number;
  readonly leaseMs: number;
  /** The limits with which it was claimed. */
  readonly limits: readonly SlotLimit[] | undefined;
  readonly report: Report;
}

/**
 * Renews the lease of a claim while its call runs, and calls `onLost` once if it is lost. Returns a function that stops it, and resolves
 * when no renewal is under way: one that arrives after the release of the task would look like a crash.
 */
export function renewClaim(
  { store, id, fence, leaseMs, limits, report }: ClaimRenewal,
  onLost: () => void,
): () => Promise<void> {
  let isStopped = false;
  let renewing = Promise.resolve();
  let heldUntil = performance.now() + leaseMs;
  let stopTimer = (): void => undefined;
  const renewOnce = async (): Promise<boolean> => {
    const sentAt = performance.now();
    try {
      if (!(await store.renew(id, fence, leaseMs, limits))) return false;
      heldUntil = sentAt + leaseMs;
      return true;
    } catch (error) {
      report(error, id);
      // An unreachable store may have granted the task to another worker after the lease (FAULT-04).
      return performance.now() < heldUntil;
    }
  };
  const renew = async (): Promise<void> => {
    const isHeld = await renewOnce();
    if (isStopped) return;
    if (isHeld) schedule();
    else onLost();
  };
  const schedule = (): void => {
    stopTimer = startTimer(leaseMs / renewalsPerLease, () => {
      renewing = renew();
    });
  };
  schedule();
  return () => {
    isStopped = true;
    stopTimer();
    return renewing;
  };
}
