import { startTimer } from '@toolwire/internal';
import { fenceOf } from './claim.ts';
import { renewClaim } from './claim-renewal.ts';
import { type Observation, observe } from './observe.ts';
import { reportFailure } from './report.ts';
import type { RunningTask } from './running-task.ts';
import type { SlotLimit } from './slot-limit.ts';
import type { TaskRecord } from './task-record.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** When a running call is observed first, in milliseconds. */
const firstReadMs = 20;
/** How long a call whose renewal was rejected waits for its record, in milliseconds. */
const rejectedReadMs = 1000;

/** A call that the store granted to this worker. */
export interface ClaimedCall {
  readonly record: TaskRecord;
  /** The slots with which it was claimed. */
  readonly slots: readonly SlotLimit[] | undefined;
  /** Aborts when another worker may have the turn. */
  readonly signal: AbortSignal;
}

/** The watch over a claim while its call runs and its end is stored. */
export interface ClaimWatch {
  /** Stops looking for changes of the task, and ignores its TTL. */
  readonly stopObservation: () => void;
  /** Stops the renewal of the lease. Resolves when no renewal is under way. */
  readonly stopRenewal: () => Promise<void>;
  /** Stops the renewal, and ignores the signal of the delivery. */
  readonly stop: () => void;
}

/** Renews the lease of a claimed call, and aborts the call if its claim is lost, or its task ends or expires. */
export function watchClaim(
  { record, slots, signal }: ClaimedCall,
  running: RunningTask,
  { ledger, report, leaseMs }: Pick<WorkerDependencies, 'ledger' | 'report' | 'leaseMs'>,
): ClaimWatch {
  const { id, ttlMs } = record;
  const { store } = ledger;
  const fence = fenceOf(record);
  const abortTakenOver = (): void => running.abortTakenOver();
  // A task that ended or expired does not go on elsewhere, so its external work is canceled.
  const abortRejected = async (): Promise<void> => {
    // Another worker may run the call already.
    const stopLimit = startTimer(rejectedReadMs, abortTakenOver);
    await reportFailure(report, id, async () => running.update(await store.read(id)));
    stopLimit();
    abortTakenOver();
  };
  // Observes changes since the claim. A quick call notices them when it stores its end.
  let observation: Observation | undefined;
  const stopFirstRead = startTimer(firstReadMs, () => {
    observation = observe(store, id, (current) => running.update(current), report);
    observation.refresh();
  });
  const stopRenewal = renewClaim(
    { store, id, fence, leaseMs, slots, report },
    () => void abortRejected(),
    abortTakenOver,
  );
  // The store deletes the task earlier if it was created long before this claim, and its clock decides when.
  const stopTimer = startTimer(ttlMs, () => running.expire());
  if (signal.aborted) abortTakenOver();
  signal.addEventListener('abort', abortTakenOver, { once: true });
  return {
    stopObservation: () => {
      stopTimer();
      stopFirstRead();
      observation?.stop();
    },
    stopRenewal,
    stop: () => {
      signal.removeEventListener('abort', abortTakenOver);
      void stopRenewal();
    },
  };
}
