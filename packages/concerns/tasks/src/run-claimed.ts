import { startTimer } from '@toolwire/internal';
import { contextOf } from './call-context.ts';
import type { CallParts, HeldParts } from './call-parts.ts';
import { fenceOf } from './claim.ts';
import { concludeRun } from './conclude-run.ts';
import { keepLease } from './lease-keeper.ts';
import { type Observation, observe, type Report } from './observe.ts';
import { createPacedWriter } from './paced-writer.ts';
import { asContinuingElsewhere, RunningTask } from './running-task.ts';
import { endOfThrown } from './settle.ts';
import type { RunCall, RunEnd, TaskCallContext } from './task-calls.ts';
import type { DeliveryEnd } from './task-engine.ts';
import type { TaskEventDetail } from './task-events.ts';
import type { TaskRecord } from './task-record.ts';
import { say } from './transitions.ts';

/** When a running call is observed first, in milliseconds. */
const firstReadMs = 20;
// Created once: each DOMException captures a stack.
const taskHasEnded = new DOMException('The task has ended.', 'AbortError');

/** Runs a claimed call while its lease holds, and stores its end. */
export async function runClaimed(
  record: TaskRecord,
  signal: AbortSignal,
  run: RunCall,
  parts: CallParts,
  held: HeldParts,
): Promise<DeliveryEnd> {
  const { id } = record;
  const { ledger, report } = held;
  const fence = fenceOf(record);
  const beganAt = performance.now();
  parts.emit(record, { kind: 'begun', waitedMs: Math.max(0, parts.now() - record.updatedAt), first: fence === 1 });
  const running = new RunningTask();
  const takenOver = (): void =>
    running.abort(
      asContinuingElsewhere(new DOMException('Another worker may have taken over the task.', 'AbortError')),
    );
  const onRecord = (seen: TaskRecord | undefined): void =>
    seen !== undefined && fenceOf(seen) > fence ? takenOver() : running.update(seen);
  // Observes changes since the claim. A quick call notices them when it stores its end.
  let observation: Observation | undefined;
  const stopFirstRead = startTimer(firstReadMs, () => {
    observation = observe(ledger.store, id, onRecord, report);
    observation.refresh();
  });
  const stopLease = keepLease({ store: ledger.store, id, fence, leaseMs: parts.leaseMs, report }, takenOver);
  const stopTimer = startTimer(record.ttlMs, () =>
    running.abort(new DOMException('The task exceeded its TTL.', 'TimeoutError')),
  );
  const writer = createPacedWriter(parts.pollIntervalMs, (message) => {
    ledger.update(id, say(message)).catch((error: unknown) => report(error, id));
  });
  if (signal.aborted) takenOver();
  signal.addEventListener('abort', takenOver, { once: true });

  const how = await outcomeOf(
    async () => run(await contextOf(record, running, parts, held, writer.say)),
    { signal: running.signal, taskId: id },
    report,
  );
  signal.removeEventListener('abort', takenOver);
  writer.stop();
  stopTimer();
  stopFirstRead();
  observation?.stop();
  // The result of an aborted call is discarded: the worker that has the task now ends it (FAULT-03).
  const isAborted = running.signal.aborted;
  const end = isAborted ? 'settled' : await concludeRun(record, how, stopLease, held);
  parts.emit(record, eventOf(how, isAborted, performance.now() - beganAt));
  stopLease();
  running.abort(taskHasEnded);
  return end;
}

async function outcomeOf(
  run: () => Promise<RunEnd>,
  context: Pick<TaskCallContext, 'signal' | 'taskId'>,
  report: Report,
): Promise<RunEnd> {
  try {
    return await run();
  } catch (error) {
    if (!context.signal.aborted) report(error, context.taskId);
    return endOfThrown(error);
  }
}

function eventOf(how: RunEnd, isAborted: boolean, ranMs: number): TaskEventDetail {
  if (isAborted) return { kind: 'cut_off', ranMs };
  if (how.status === 'handed_back') return { kind: 'handed_back', ranMs, againInMs: how.againInMs };
  return how.status === 'input_required' ? { kind: 'parked', ranMs } : { kind: 'ended', ranMs, status: how.status };
}
