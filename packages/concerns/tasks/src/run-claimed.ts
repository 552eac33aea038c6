import { asContinuingElsewhere, startTimer } from '@toolwire/internal';
import { contextOf } from './call-context.ts';
import { fenceOf } from './claim.ts';
import { renewClaim } from './claim-renewal.ts';
import { createMessageWriter } from './message-writer.ts';
import { type Observation, observe } from './observe.ts';
import { RunningTask } from './running-task.ts';
import type { SlotLimit } from './slot-limit.ts';
import { type StoredRunEnd, storeRunEnd } from './store-run-end.ts';
import { runToEnd } from './store-task-end.ts';
import type { RunCall, RunEnd } from './task-calls.ts';
import type { DeliveryEnd } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskAccess, WorkerDependencies } from './worker-dependencies.ts';

/** When a running call is observed first, in milliseconds. */
const firstReadMs = 20;
/** How long a call whose renewal was rejected waits for its record, in milliseconds. */
const rejectedReadMs = 1000;
// Created once: each DOMException captures a stack.
const taskHasEnded = new DOMException('The task has ended.', 'AbortError');

/** Runs a claimed call while its lease holds, and stores its end. */
export async function runClaimed(
  record: TaskRecord,
  slots: readonly SlotLimit[] | undefined,
  signal: AbortSignal,
  run: RunCall,
  dependencies: WorkerDependencies,
  access: TaskAccess,
): Promise<DeliveryEnd> {
  const { id } = record;
  const { ledger, report } = access;
  const fence = fenceOf(record);
  const startedAt = performance.now();
  dependencies.emit(record, {
    kind: 'started',
    waitedMs: Math.max(0, Date.now() - record.updatedAt),
    first: fence === 1,
  });
  const running = new RunningTask(record);
  const abortTakenOver = (): void =>
    running.abort(
      asContinuingElsewhere(new DOMException('Another worker may have taken over the task.', 'AbortError')),
    );
  const onRecord = (current: TaskRecord | undefined): void =>
    current !== undefined && fenceOf(current) > fence ? abortTakenOver() : running.update(current);
  // A task that ended or expired does not go on elsewhere, so its external work is canceled.
  const abortRejected = async (): Promise<void> => {
    // Another worker may run the call already.
    const stopLimit = startTimer(rejectedReadMs, abortTakenOver);
    try {
      onRecord(await ledger.store.read(id));
    } catch (error) {
      report(error, id);
    }
    stopLimit();
    abortTakenOver();
  };
  // Observes changes since the claim. A quick call notices them when it stores its end.
  let observation: Observation | undefined;
  const stopFirstRead = startTimer(firstReadMs, () => {
    observation = observe(ledger.store, id, onRecord, report);
    observation.refresh();
  });
  const stopRenewal = renewClaim(
    { store: ledger.store, id, fence, leaseMs: dependencies.leaseMs, slots, report },
    () => void abortRejected(),
    abortTakenOver,
  );
  // The store deletes the task earlier if it was created long before this claim, and its clock decides when.
  const stopTimer = startTimer(record.ttlMs, () => running.expire());
  const writer = createMessageWriter(id, dependencies.pollIntervalMs, ledger, report);
  if (signal.aborted) abortTakenOver();
  signal.addEventListener('abort', abortTakenOver, { once: true });

  const runEnd: RunEnd = await runToEnd(
    async () => run(await contextOf(record, running, dependencies, access, writer.write)),
    { signal: running.signal, taskId: id },
    report,
  );
  const ranMs = performance.now() - startedAt;
  const message = writer.stop();
  stopTimer();
  stopFirstRead();
  observation?.stop();
  // The result of an aborted call is discarded: the worker that has the task now ends it (FAULT-03).
  const retries = { signal: running.signal, forMs: dependencies.leaseMs };
  const { delivery, event }: StoredRunEnd = running.signal.aborted
    ? { delivery: 'settled', event: { kind: 'discarded', ranMs } }
    : await storeRunEnd(record, runEnd, { ranMs, message, stopRenewal }, access, retries);
  signal.removeEventListener('abort', abortTakenOver);
  dependencies.emit(record, event);
  void stopRenewal();
  running.abort(taskHasEnded);
  return delivery;
}
