import { fenceOf, turnOf } from './claim.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { TaskEnd } from './task.ts';
import type { TaskCall } from './task-call.ts';
import { hasEnded, isOpen, type TaskQuestion, type TaskRecord } from './task-record.ts';

/** What becomes of a task; `undefined` where nothing does, as with every change after the end. */
export type Transition = (record: TaskRecord, now: number) => TaskRecord | undefined;

/** A task that has just begun. */
export function begin(id: string, owner: string | null, ttlMs: number, now: number): TaskRecord {
  // MCP-TASK-04: working at first, and nothing leads away from an end.
  return { id, owner, version: 1, status: 'working', createdAt: now, updatedAt: now, ttlMs, questions: [] };
}

/** Asks for input; a key that was used before is not asked again, as it never means anything else. */
export function ask(requests: ReadonlyMap<string, JsonValue>): Transition {
  return (record, now) => {
    // MCP-TASKX-06: a key means one thing for as long as the task lives.
    const used = new Set(record.questions.map(({ key }) => key));
    const added = [...requests].filter(([key]) => !used.has(key)).map(([key, request]) => ({ key, request }));
    if (added.length === 0) return undefined;
    return asking(record, [...record.questions, ...added], now);
  };
}

/** Answers what is open among these keys, and ignores the others. */
export function answer(answers: JsonObject): Transition {
  return (record, now) => {
    const fits = (question: TaskQuestion): boolean => isOpen(question) && Object.hasOwn(answers, question.key);
    if (!record.questions.some(fits)) return undefined;
    return asking(
      record,
      record.questions.map((question) =>
        fits(question) ? { ...question, answer: answers[question.key] ?? null } : question,
      ),
      now,
    );
  };
}

/** Says how far the work is. */
export function say(message: string): Transition {
  return (record, now) => (hasEnded(record) ? undefined : next(record, { ...record, message }, now));
}

/** Keeps what a call needs when it is run again. */
export function save(saved: JsonValue): Transition {
  return (record, now) => (hasEnded(record) ? undefined : next(record, { ...record, saved }, now));
}

/** Accounts for a worker that gives a call back, and counts those that have failed in a way that may pass. */
export function giveBack(failed: boolean): Transition {
  return (record, now) =>
    hasEnded(record)
      ? undefined
      : next(record, { ...record, accounted: fenceOf(record), ...(failed && { again: (record.again ?? 0) + 1 }) }, now);
}

/** Notes that a worker has not got the tool of a call, and that it waits for one that has. */
export const lackTool: Transition = (record, now) =>
  hasEnded(record) ? undefined : next(record, { ...record, lacking: { since: now, fence: fenceOf(record) } }, now);

/** The same change for the one who has claimed the task, and none once somebody else has. */
export function fenced(fence: number, change: Transition): Transition {
  return (record, now) => (fenceOf(record) === fence ? change(record, now) : undefined);
}

/** Ends a task by what its work came to. */
export function end(how: TaskEnd): Transition {
  return (record, now) =>
    ended(
      record,
      how.status,
      how.message,
      now,
      how.status === 'completed' ? { result: how.result } : { error: how.error },
    );
}

/** Ends a task because its owner no longer wants it. */
export const cancel: Transition = (record, now) => ended(record, 'cancelled', 'The task was cancelled.', now, {});

function asking(record: TaskRecord, questions: readonly TaskQuestion[], now: number): TaskRecord | undefined {
  if (hasEnded(record)) return undefined;
  if (questions.some(isOpen)) {
    const accounted = record.call === undefined ? {} : { accounted: fenceOf(record) };
    return next(record, { ...record, questions, status: 'input_required', ...accounted }, now);
  }
  // TASK-07: a call that was parked has given its turn back, and goes on by the next.
  const turn = record.call === undefined ? {} : { turn: turnOf(record) + 1 };
  return next(record, { ...record, questions, status: 'working', ...turn }, now);
}

function ended(
  record: TaskRecord,
  status: TaskRecord['status'],
  message: string | undefined,
  now: number,
  outcome: Pick<TaskRecord, 'result' | 'error'>,
): TaskRecord | undefined {
  if (hasEnded(record)) return undefined;
  const { id, owner, version, createdAt, updatedAt, ttlMs, call, turn, fence } = record;
  // Answers, and what was saved, may be private, and nobody needs them any more. Named one by one: to leave out the others by a rest takes far longer.
  const done: { -readonly [Name in keyof TaskRecord]: TaskRecord[Name] } = {
    id,
    owner,
    version: version + 1,
    status,
    createdAt,
    updatedAt: laterOf(now, updatedAt),
    ttlMs,
    questions: [],
  };
  if (call !== undefined) done.call = call.sealed === undefined ? call : withoutSealed(call);
  if (turn !== undefined) done.turn = turn;
  if (fence !== undefined) done.fence = fence;
  if (message !== undefined) done.message = message;
  return Object.assign(done, outcome);
}

function withoutSealed({ sealed: _sealed, ...call }: TaskCall): TaskCall {
  return call;
}

function next(from: TaskRecord, to: TaskRecord, now: number): TaskRecord {
  return { ...to, version: from.version + 1, updatedAt: laterOf(now, from.updatedAt) };
}

/** Clocks of several servers differ; an update never seems older than the one before it. */
function laterOf(now: number, before: number): number {
  return Math.max(now, before);
}
