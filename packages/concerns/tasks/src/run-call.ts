import { fenceOf } from './claim.ts';
import { goingOn } from './goes-on.ts';
import { waitForTool } from './lacking-tool.ts';
import { keepLease } from './lease-keeper.ts';
import type { NeededPlaces } from './needed-places.ts';
import { type Observation, observe, type Report } from './observe.ts';
import { createPacedWriter } from './paced-writer.ts';
import { RunningTask } from './running-task.ts';
import type { CredentialSeal } from './sealed-credentials.ts';
import { endInstead, settle, unexpected } from './settle.ts';
import { failed, type TaskEnd } from './task.ts';
import type { RunCall, RunEnd, TaskCallContext, TaskWorkOptions } from './task-calls.ts';
import type { Delivery, DeliveryEnd } from './task-engine.ts';
import type { WhatHappened } from './task-events.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';
import { startTimer } from './timer.ts';
import { ask, fenced, giveBack, save, say } from './transitions.ts';

/** What calls are run with. */
export interface CallParts {
  readonly ledger: TaskLedger;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  readonly toolWaitMs: number;
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly places: NeededPlaces | undefined;
  readonly pollIntervalMs: number;
  readonly report: Report;
  readonly now: () => number;
  /** Opens what a call brought along. */
  readonly open: CredentialSeal['open'];
  /** Tells of what has happened to a record's call. */
  readonly tell: (record: TaskRecord, what: WhatHappened) => void;
}

/** What changes a claimed task, as long as nobody has claimed it since. */
type HeldParts = Pick<CallParts, 'ledger' | 'report'>;

/** After how long a call is looked at for the first time, in milliseconds. */
const firstLookMs = 20;
// Made once, as each comes with a stack.
const taskHasEnded = new DOMException('The task has ended.', 'AbortError');
const mayHaveRunText = 'The worker that ran the call was lost, so the call may have run. It is not run again.';
const mayHaveRun = failed({ message: mayHaveRunText, mayHaveRun: true }, mayHaveRunText);

/** Runs the turn of a task that an engine has delivered, if the store gives it to this worker. */
export async function runCall(delivery: Delivery, run: RunCall, parts: CallParts): Promise<DeliveryEnd> {
  const { taskId, turn, signal } = delivery;
  const waits = await waitForTool(delivery, parts);
  if (waits !== undefined) return waits;
  const places = await parts.places?.(delivery, parts.ledger.store);
  const claim = await parts.ledger.store.claim(taskId, turn, parts.leaseMs, places);
  if (claim.kind === 'held' || claim.kind === 'busy') return { againInMs: Math.ceil(claim.forMs) };
  if (claim.kind === 'over') return 'settled';
  const { record, lost } = claim;
  const held = { ledger: fencedLedger(parts.ledger, record), report: parts.report };
  if (lost) parts.tell(record, { kind: 'lost' });
  const end = lost ? endOfLost(record, parts.maxAttempts) : undefined;
  if (end === undefined) return runClaimed(record, signal, run, parts, held);
  await settle(taskId, end, held);
  parts.tell(record, { kind: 'given_up' });
  return 'settled';
}

/** TASK-05: how a task ends whose worker was lost; `undefined` where its call is run again. */
function endOfLost(record: TaskRecord, maxAttempts: number): TaskEnd | undefined {
  if (record.call?.retrySafe !== true) return mayHaveRun;
  // Those that were parked or given back have not been lost.
  if (fenceOf(record) - (record.accounted ?? 0) <= maxAttempts) return undefined;
  const text = `The call was begun ${maxAttempts} times, and its worker was lost each time.`;
  return failed({ message: text, mayHaveRun: true }, text);
}

async function runClaimed(
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
  const end = isCutOff ? 'settled' : await conclude(record, how, stopLease, held);
  parts.tell(record, whatHappened(how, isCutOff, performance.now() - beganAt));
  stopLease();
  running.abort(taskHasEnded);
  return end;
}

function whatHappened(how: RunEnd, isCutOff: boolean, ranMs: number): WhatHappened {
  if (isCutOff) return { kind: 'cut_off', ranMs };
  if (how.status === 'handed_back') return { kind: 'handed_back', ranMs, againInMs: how.againInMs };
  return how.status === 'input_required' ? { kind: 'parked', ranMs } : { kind: 'ended', ranMs, status: how.status };
}

/** Keeps what a run has come to: the end of its call, what that asks for, or that it is anybody's again. */
async function conclude(
  { id, fence }: TaskRecord,
  how: RunEnd,
  stopLease: () => void,
  held: HeldParts,
): Promise<DeliveryEnd> {
  const { ledger, report } = held;
  if (how.status === 'handed_back') {
    stopLease();
    await ledger.update(id, giveBack(how.interrupted !== true)).catch((error: unknown) => report(error, id));
    await ledger.store.release(id, fence ?? 0);
    return { againInMs: how.againInMs };
  }
  if (how.status !== 'input_required') {
    await settle(id, how, held);
    return 'settled';
  }
  // A renewal that comes after it would hold the next turn.
  stopLease();
  try {
    await ledger.update(id, ask(new Map(Object.entries(how.requests))));
  } catch (error) {
    report(error, id);
    const instead = endInstead(how.requests, error);
    // Without one its lease runs out, and it is run again, or not, as any whose worker was lost.
    if (instead !== undefined) await settle(id, instead, held);
  }
  return 'settled';
}

async function contextOf(
  record: TaskRecord,
  running: RunningTask,
  { open }: CallParts,
  { ledger, report }: HeldParts,
  write: (message: string) => void,
): Promise<TaskCallContext> {
  const { id, call, owner, saved, ttlMs, questions } = record;
  const { signal } = running;
  // TASK-28: a failure of the store is none of the call, whatever the tool makes of it.
  const cutOff = (cause: unknown): void => {
    report(cause, id);
    running.abort(new DOMException('What was to be saved could not be kept.', 'AbortError'));
  };
  if (call === undefined) throw new Error('A task without a call was claimed.');
  return {
    taskId: id,
    call,
    ttlMs,
    attempt: fenceOf(record),
    again: record.again ?? 0,
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
      const kept = await ledger.update(id, save(value)).catch((error: unknown) => {
        if (endInstead(value, error) === undefined) cutOff(error);
        throw error;
      });
      if (kept === undefined || fenceOf(kept) !== fenceOf(record)) running.see(undefined);
      signal.throwIfAborted();
    },
    say: (message) => {
      if (!signal.aborted) write(message);
    },
  };
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

/** TASK-03: changes what it has claimed, and nothing that somebody else has claimed since. What nobody has changed since then is not read again. */
function fencedLedger(ledger: TaskLedger, claimed: TaskRecord): TaskLedger {
  const fence = fenceOf(claimed);
  let latest: TaskRecord | undefined = claimed;
  return {
    ...ledger,
    update: async (id, change) => {
      const seen = latest;
      // Until it is known what has become of it.
      latest = undefined;
      latest = await ledger.update(id, fenced(fence, change), seen);
      return latest;
    },
  };
}
