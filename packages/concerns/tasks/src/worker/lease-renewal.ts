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

/** How a claim was lost: the store refused its renewal, or could not be reached for a whole lease. */
type Loss = 'rejected' | 'unreachable';

/**
 * Renews the lease of a claim while its call runs, and calls `onLost` once if the claim is lost. Returns a function that stops it, and
 * resolves when no renewal is under way: one that arrives after the release of the task would look like a crash.
 */
export function renewLease(
  { record, slots }: LeasedTask,
  { ledger: { store }, leaseMs, report }: Pick<WorkerDependencies, 'ledger' | 'leaseMs' | 'report'>,
  onLost: (loss: Loss) => void,
): () => Promise<void> {
  let isStopped = false;
  let renewing = Promise.resolve();
  let heldUntil = performance.now() + leaseMs;
  let stopTimer = (): void => undefined;
  const renewOnce = async (): Promise<Loss | undefined> => {
    const sentAt = performance.now();
    try {
      if (!(await store.renew(record.id, fenceOf(record), leaseMs, slots))) return 'rejected';
      heldUntil = sentAt + leaseMs;
      return undefined;
    } catch (error) {
      report(error, record.id);
      // An unreachable store may have granted the task to another worker after the lease (FAULT-04).
      return performance.now() < heldUntil ? undefined : 'unreachable';
    }
  };
  const renew = async (): Promise<void> => {
    const loss = await renewOnce();
    if (isStopped) return;
    if (loss === undefined) schedule();
    else onLost(loss);
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
