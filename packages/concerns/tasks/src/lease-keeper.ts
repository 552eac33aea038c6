import type { Report } from './observe.ts';
import type { TaskStore } from './task-store.ts';
import { startTimer } from './timer.ts';

/** What a lease is kept of, and for whom. */
export interface LeaseTerms {
  readonly store: TaskStore;
  readonly id: string;
  readonly fence: number;
  readonly leaseMs: number;
  readonly report: Report;
}

/** Renews a lease while a call runs, and says once when it is lost; call what it answers to end that. */
export function keepLease({ store, id, fence, leaseMs, report }: LeaseTerms, lost: () => void): () => void {
  let stopped = false;
  let heldUntil = performance.now() + leaseMs;
  let stopTimer = (): void => undefined;
  const renewOnce = async (): Promise<boolean> => {
    const asked = performance.now();
    try {
      if (!(await store.renew(id, fence, leaseMs))) return false;
      heldUntil = asked + leaseMs;
      return true;
    } catch (error) {
      report(error, id);
      // FAULT-04: a store that cannot be reached may have given the task to another worker by now.
      return performance.now() < heldUntil;
    }
  };
  const renew = async (): Promise<void> => {
    const held = await renewOnce();
    if (stopped) return;
    if (held) schedule();
    else lost();
  };
  const schedule = (): void => {
    stopTimer = startTimer(leaseMs / 3, () => void renew());
  };
  schedule();
  return () => {
    stopped = true;
    stopTimer();
  };
}
