import { contextOf } from './call-context.ts';
import type { CallParts, HeldParts } from './call-parts.ts';
import { fenceOf } from './claim.ts';
import { concludeRun } from './conclude-run.ts';
import { goingOn } from './goes-on.ts';
import { keepLease } from './lease-keeper.ts';
import { type Observation, observe, type Report } from './observe.ts';
import { createPacedWriter } from './paced-writer.ts';
import { RunningTask } from './running-task.ts';
import { unexpected } from './settle.ts';
import type { RunCall, RunEnd, TaskCallContext } from './task-calls.ts';
import type { DeliveryEnd } from './task-engine.ts';
import type { WhatHappened } from './task-events.ts';
import type { TaskRecord } from './task-record.ts';
import { startTimer } from './timer.ts';
import { say } from './transitions.ts';

/** After how long a call is looked at for the first time, in milliseconds. */
const firstLookMs = 20;
// Made once, as each comes with a stack.
const taskHasEnded = new DOMException('The task has ended.', 'AbortError');

/** Runs the call of a task that this worker holds, for as long as it does, and keeps what comes of it. */
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
  parts.tell(record, { kind: 'begun', waitedMs: Math.max(0, parts.now() - record.updatedAt), first: fence === 1 });
  const running = new RunningTask();
  const takenOver = (): void =>
    running.abort(goingOn(new DOMException('Another worker may have taken the task over.', 'AbortError')));
  const see = (seen: TaskRecord | undefined): void =>
    seen !== undefined && fenceOf(seen) > fence ? takenOver() : running.see(seen);
  // What has changed since it was claimed, and from then on; a call that ends at once learns it when it is to be kept.
  let observation: Observation | undefined;
  const stopLook = startTimer(firstLookMs, () => {
    observation = observe(ledger.store, id, see, report);
    observation.look();
  });
  const stopLease = keepLease({ store: ledger.store, id, fence, leaseMs: parts.leaseMs, report }, takenOver);
  const stopTimer = startTimer(record.ttlMs, () =>
    running.abort(new DOMException('The task took longer than it is kept.', 'TimeoutError')),
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
  stopLook();
  observation?.stop();
  // FAULT-03: what comes of a call that was cut off is for nobody, and whoever has its task now ends it.
  const isCutOff = running.signal.aborted;
  const end = isCutOff ? 'settled' : await concludeRun(record, how, stopLease, held);
  parts.tell(record, whatHappened(how, isCutOff, performance.now() - beganAt));
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
    return unexpected;
  }
}

function whatHappened(how: RunEnd, isCutOff: boolean, ranMs: number): WhatHappened {
  if (isCutOff) return { kind: 'cut_off', ranMs };
  if (how.status === 'handed_back') return { kind: 'handed_back', ranMs, againInMs: how.againInMs };
  return how.status === 'input_required' ? { kind: 'parked', ranMs } : { kind: 'ended', ranMs, status: how.status };
}
