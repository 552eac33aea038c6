import { fencedLedger } from '../access/task-ledger.ts';
import type { RunCall, RunEnd, TaskCallContext } from '../calls/task-calls.ts';
import type { Delivery, DeliveryEnd } from '../engine/task-engine.ts';
import { attemptsOf, fenceOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { markRunAlone, markSetAside, setSaved } from '../record/transitions.ts';
import { createMessageWriter } from '../run/message-writer.ts';
import { RunningTask } from '../run/running-task.ts';
import { isStoreFailure, runToEnd, storeTaskEnd } from '../run/task-end.ts';
import { hasCrashed, judgeCrashes } from './judge-crashes.ts';
import { type StoredRunEnd, storeRunEnd } from './store-run-end.ts';
import { waitForTool } from './tool-wait.ts';
import { type ClaimedCall, watchClaim } from './watch-claim.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Runs a delivered turn if the store grants it to this worker. */
export async function runCall(
  delivery: Delivery,
  run: RunCall,
  dependencies: WorkerDependencies,
): Promise<DeliveryEnd> {
  const { gate } = dependencies;
  const postponed = await waitForTool(delivery, dependencies);
  if (postponed !== undefined) return postponed;
  if (!(await gate.enter())) return retrySoon();
  try {
    const end = await runTurn(delivery, run, dependencies, 'shared');
    if (end !== 'must_run_alone') return end;
  } finally {
    gate.leave();
  }
  // The task has no lease while it waits, so a crash in this time does not count against the call.
  if (!(await gate.enterAlone())) return retrySoon();
  try {
    if (delivery.signal.aborted) return retrySoon();
    const end = await runTurn(delivery, run, dependencies, 'alone');
    return end === 'must_run_alone' ? retrySoon() : end;
  } finally {
    gate.leave();
  }
}

async function runTurn(
  delivery: Delivery,
  run: RunCall,
  dependencies: WorkerDependencies,
  worker: 'shared' | 'alone',
): Promise<DeliveryEnd | 'must_run_alone'> {
  const { taskId, turn, signal } = delivery;
  const { store } = dependencies.ledger;
  const slots = await dependencies.slots?.(delivery, store);
  const claim = await store.claim(taskId, turn, dependencies.leaseMs, slots);
  if (claim.kind === 'held' || claim.kind === 'busy') return { againInMs: Math.ceil(claim.forMs) };
  if (claim.kind === 'over') return 'settled';
  const { record } = claim;
  const lost = hasCrashed(record, claim.lost);
  if (lost) dependencies.emit(record, { kind: 'worker_crashed' });
  const fenced = { ...dependencies, ledger: fencedLedger(dependencies.ledger, record) };
  const { end, mustRunAlone, claimsNotStarted } = judgeCrashes(record, lost, dependencies.maxAttempts);
  if (end !== undefined) {
    const ended = await storeTaskEnd(taskId, end, fenced);
    // Its owner may have canceled it meanwhile.
    if (ended?.status === 'failed') dependencies.emit(record, { kind: 'failed_after_crashes' });
    return 'settled';
  }
  if (!mustRunAlone) return runClaimed({ record, slots, signal }, run, fenced);
  const fence = fenceOf(record);
  const mark = worker === 'alone' ? markRunAlone : markSetAside;
  const updated = await fenced.ledger.update(taskId, mark(claimsNotStarted));
  // It ended, or another worker claimed it.
  if (updated === undefined || fenceOf(updated) !== fence) return 'settled';
  if (worker === 'alone') return runClaimed({ record: updated, slots, signal }, run, fenced);
  await store.release(taskId, fence);
  return 'must_run_alone';
}

/** A random delay, so the same worker is not always first. */
function retrySoon(): { readonly againInMs: number } {
  return { againInMs: Math.ceil(500 + Math.random() * 1_000) };
}

// Created once: each DOMException captures a stack.
const taskHasEnded = new DOMException('The task has ended.', 'AbortError');

/** Runs a claimed call while its lease holds, and stores its end. The ledger changes the task only while the claim holds. */
async function runClaimed(claimed: ClaimedCall, run: RunCall, dependencies: WorkerDependencies): Promise<DeliveryEnd> {
  const { record } = claimed;
  const { ledger, report, emit, leaseMs } = dependencies;
  const startedAt = performance.now();
  emit(record, {
    kind: 'started',
    waitedMs: Math.max(0, Date.now() - record.updatedAt),
    first: fenceOf(record) === 1,
  });
  const running = new RunningTask(record);
  const { signal } = running;
  const watch = watchClaim(claimed, running, dependencies);
  const writer = createMessageWriter(record.id, ledger, report);

  const runEnd: RunEnd = await runToEnd(
    async () => run(await contextOf(record, running, writer.write, dependencies)),
    'saved',
    { signal, taskId: record.id },
    report,
  );
  const ranMs = performance.now() - startedAt;
  const ended = { claimed: record, ranMs, message: writer.stop(), stopRenewal: watch.stopRenewal };
  watch.stopObservationAndTtl();
  // The result of an aborted call is discarded: the worker that has the task now ends it (FAULT-03).
  const { delivery, event }: StoredRunEnd = signal.aborted
    ? { delivery: 'settled', event: { kind: 'discarded', ranMs } }
    : await storeRunEnd(runEnd, ended, { ledger, report, retries: { signal, forMs: leaseMs } });
  watch.stopRenewalAndSignal();
  emit(record, event);
  running.abort(taskHasEnded);
  return delivery;
}

/** Creates the context of a claimed call. */
async function contextOf(
  record: TaskRecord,
  running: RunningTask,
  writeMessage: (message: string) => void,
  { ledger, report, open }: Pick<WorkerDependencies, 'ledger' | 'report' | 'open'>,
): Promise<TaskCallContext> {
  const { id, call, owner, saved, ttlMs, questions } = record;
  const { signal } = running;
  // Aborts only this run, so that a later attempt can continue: the task is not stored as failed (TASK-28).
  const abortRun = (cause: unknown): void => {
    report(cause, id);
    running.abortHere('The value could not be saved.');
  };
  if (call === undefined) throw new Error('A task without a call was claimed.');
  return {
    taskId: id,
    call,
    ttlMs,
    attempt: attemptsOf(record),
    handBacks: record.handBacks ?? 0,
    endsAt: record.createdAt + ttlMs,
    credentials: await open(call, owner),
    saved,
    // fromEntries: `__proto__` becomes a key like any other.
    answers: Object.fromEntries(
      questions.flatMap(({ key, answer }) => (answer === undefined ? [] : [[key, answer] as const])),
    ),
    signal,
    save: async (value) => {
      signal.throwIfAborted();
      const updated = await ledger.update(id, setSaved(value)).catch((error: unknown) => {
        if (isStoreFailure(value, error)) abortRun(error);
        throw error;
      });
      // A smaller fence: the task was deleted, and its ID was used again.
      const isOther = updated !== undefined && fenceOf(updated) < fenceOf(record);
      // Aborts the call if its task has ended or was deleted, or another worker has it.
      running.update(isOther ? undefined : updated);
      signal.throwIfAborted();
    },
    say: (message) => {
      if (!signal.aborted) writeMessage(message);
    },
  };
}
