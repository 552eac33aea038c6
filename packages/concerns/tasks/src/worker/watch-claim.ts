import { startTimer } from '@toolwire/internal';
import type { Observation } from '../access/observe.ts';
import { tryOrReport } from '../access/report.ts';
import type { RunningTask } from '../run/running-task.ts';
import { type LeasedTask, renewLease } from './lease-renewal.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** When a running call is observed first, in milliseconds. */
const firstReadMs = 20;
/** How long a call whose renewal was rejected waits for its record, in milliseconds. */
const rejectedReadMs = 1000;

/** A call that the store granted to this worker. */
export interface ClaimedCall extends LeasedTask {
  /** Aborts when another worker may have the turn. */
  readonly signal: AbortSignal;
}

/** The watch over a claim while its call runs and its end is stored. */
interface ClaimWatch {
  /** Stops looking for changes of the task, and ignores its TTL. */
  readonly stopObservationAndTtl: () => void;
  /** Stops the renewal of the lease. Resolves when no renewal is under way. */
  readonly stopRenewal: () => Promise<void>;
  /** Stops the renewal, and ignores the signal of the delivery. */
  readonly stopRenewalAndSignal: () => void;
}

/** Renews the lease of a claimed call, and aborts the call if its claim is lost, or its task ends or expires. */
export function watchClaim(claimed: ClaimedCall, running: RunningTask, dependencies: WorkerDependencies): ClaimWatch {
  const { signal } = claimed;
  const { id, ttlMs } = claimed.record;
  const abortTakenOver = (): void => running.abortTakenOver();
  // A task that ended or expired does not go on elsewhere, so its external work is canceled.
  const abortRejected = async (): Promise<void> => {
    const { ledger, report } = dependencies;
    // Another worker may run the call already.
    const stopLimit = startTimer(rejectedReadMs, abortTakenOver);
    await tryOrReport(report, id, async () => running.update(await ledger.store.read(id)));
    stopLimit();
    abortTakenOver();
  };
  // Observes changes since the claim. A quick call notices them when it stores its end.
  let observation: Observation | undefined;
  const stopFirstRead = startTimer(firstReadMs, () => {
    observation = dependencies.observeTask(id, (current) => running.update(current));
    observation.refresh();
  });
  const stopRenewal = renewLease(claimed, dependencies, (loss) => {
    if (loss === 'rejected') void abortRejected();
    else abortTakenOver();
  });
  // The store deletes the task earlier if it was created long before this claim, and its clock decides when.
  const stopTimer = startTimer(ttlMs, () => running.expire());
  if (signal.aborted) abortTakenOver();
  signal.addEventListener('abort', abortTakenOver, { once: true });
  return {
    stopObservationAndTtl: () => {
      stopTimer();
      stopFirstRead();
      observation?.stop();
    },
    stopRenewal,
    stopRenewalAndSignal: () => {
      signal.removeEventListener('abort', abortTakenOver);
      void stopRenewal();
    },
  };
}
