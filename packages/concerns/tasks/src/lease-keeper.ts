import { startTimer } from '@toolwire/internal';
import type { Report } from './observe.ts';
import type { TaskStore } from './task-store.ts';

/** The lease to renew. */
export interface LeaseOptions {
  readonly store: TaskStore;
  readonly id: string;
  readonly fence: number;
  readonly leaseMs: number;
  readonly report: Report;
}

/** Renews a lease while a call runs, and calls `lost` once if it is lost. Returns a function that stops it. */
export function keepLease({ store, id, fence, leaseMs, report }: LeaseOptions, onLost: () => void): () => void {
  let isStopped = false;
  let heldUntil = performance.now() + leaseMs;
  let stopTimer = (): void => undefined;
  const renewOnce = async (): Promise<boolean> => {
    const sentAt = performance.now();
    try {
      if (!(await store.renew(id, fence, leaseMs))) return false;
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
    stopTimer = startTimer(leaseMs / 3, () => void renew());
  };
  schedule();
  return () => {
    isStopped = true;
    stopTimer();
  };
}
