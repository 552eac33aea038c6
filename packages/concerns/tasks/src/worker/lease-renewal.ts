import { renewalsPerLease, startTimer } from '@toolwire/internal';
import { fenceOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { SlotLimit } from '../store/slot-limit.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** A task that the store granted to this worker for a lease. */
export interface LeasedTask {
  readonly record: TaskRecord;
  /** The slots with which it was claimed. */
  readonly slots: readonly SlotLimit[] | undefined;
}

/**
 * Renews the lease of a claim while its call runs. If it is lost, calls `onRejected` when the store says so, or `onUnreachable` when the
 * store can't be reached for a lease, once. Returns a function that stops it, and resolves when no renewal is under way: one that arrives
 * after the release of the task would look like a crash.
 */
export function renewLease(
  { record, slots }: LeasedTask,
  { ledger: { store }, leaseMs, report }: Pick<WorkerDependencies, 'ledger' | 'leaseMs' | 'report'>,
  onRejected: () => void,
  onUnreachable: () => void,
): () => Promise<void> {
  let isStopped = false;
  let renewing = Promise.resolve();
  let heldUntil = performance.now() + leaseMs;
  let stopTimer = (): void => undefined;
  /** Returns the listener to call if the claim is lost. */
  const renewOnce = async (): Promise<(() => void) | undefined> => {
    const sentAt = performance.now();
    try {
      if (!(await store.renew(record.id, fenceOf(record), leaseMs, slots))) return onRejected;
      heldUntil = sentAt + leaseMs;
      return undefined;
    } catch (error) {
      report(error, record.id);
      // An unreachable store may have granted the task to another worker after the lease (FAULT-04).
      return performance.now() < heldUntil ? undefined : onUnreachable;
    }
  };
  const renew = async (): Promise<void> => {
    const onLost = await renewOnce();
    if (isStopped) return;
    if (onLost === undefined) schedule();
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
