import type { RunCall, RunEnd } from '../calls/task-calls.ts';
import type { DeliveryEnd } from '../engine/task-engine.ts';
import { fenceOf } from '../record/claim.ts';
import { runToEnd } from '../run/end-of-error.ts';
import { createMessageWriter } from '../run/message-writer.ts';
import { RunningTask } from '../run/running-task.ts';
import { contextOf } from './call-context.ts';
import { watchClaim } from './claim-watch.ts';
import { type StoredRunEnd, storeRunEnd } from './store-run-end.ts';
import type { ClaimedCall, WorkerDependencies } from './worker-dependencies.ts';

// Created once: each DOMException captures a stack.
const taskHasEnded = new DOMException('The task has ended.', 'AbortError');

/** Runs a claimed call while its lease holds, and stores its end. The ledger changes the task only while the claim holds. */
export async function runClaimed(
  claimed: ClaimedCall,
  run: RunCall,
  dependencies: WorkerDependencies,
): Promise<DeliveryEnd> {
  const { record } = claimed;
  const { ledger, report, emit, leaseMs, pollIntervalMs } = dependencies;
  const startedAt = performance.now();
  emit(record, {
    kind: 'started',
    waitedMs: Math.max(0, Date.now() - record.updatedAt),
    first: fenceOf(record) === 1,
  });
  const running = new RunningTask(record);
  const { signal } = running;
  const watch = watchClaim(claimed, running, dependencies);
  const writer = createMessageWriter(record.id, pollIntervalMs, ledger, report);

  const runEnd: RunEnd = await runToEnd(
    async () => run(await contextOf(record, running, writer.write, dependencies)),
    'saved',
    { signal, taskId: record.id },
    report,
  );
  const ranMs = performance.now() - startedAt;
  const ended = { claimed: record, ranMs, message: writer.stop(), stopRenewal: watch.stopRenewal };
  watch.stopObservation();
  // The result of an aborted call is discarded: the worker that has the task now ends it (FAULT-03).
  const { delivery, event }: StoredRunEnd = signal.aborted
    ? { delivery: 'settled', event: { kind: 'discarded', ranMs } }
    : await storeRunEnd(runEnd, ended, { ledger, report, retries: { signal, forMs: leaseMs } });
  watch.stop();
  emit(record, event);
  running.abort(taskHasEnded);
  return delivery;
}
