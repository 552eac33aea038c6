import type { Json, JsonFields } from '@toolwire/internal';
import { attemptsOf, fenceOf } from './claim.ts';
import type { TaskEnd } from './task.ts';
import {
  endRecord,
  hasEnded,
  isOpen,
  nextVersion,
  type TaskCall,
  type TaskQuestion,
  type TaskRecord,
} from './task-record.ts';
import { turnOf } from './task-turn.ts';

/** Returns the changed record; `undefined` for no change. Only a restart or a retry changes an ended task. */
export type Transition = (record: TaskRecord, now: number) => TaskRecord | undefined;

/** Creates the record of a new task. */
export function createRecord(id: string, owner: string | null, ttlMs: number, now: number, share?: number): TaskRecord {
  // A task starts as `working`. Only a restart or a retry changes a final status (MCP-TASK-04).
  const record: TaskRecord = {
    id,
    owner,
    version: 1,
    status: 'working',
    createdAt: now,
    updatedAt: now,
    ttlMs,
    questions: [],
  };
  return owner === null && share !== undefined ? { ...record, share } : record;
}

/** Adds requests for input. A key that was used before is not requested again. */
export function requestInput(requests: ReadonlyMap<string, Json>): Transition {
  return (record, now) => {
    // A key is unique for the lifetime of the task (MCP-TASKX-06).
    const used = new Set(record.questions.map(({ key }) => key));
    const added = [...requests].filter(([key]) => !used.has(key)).map(([key, request]) => ({ key, request }));
    if (added.length === 0) return undefined;
    return withQuestions(record, [...record.questions, ...added], now);
  };
}

/** Answers the open requests among these keys. */
export function setAnswers(answers: JsonFields): Transition {
  return (record, now) => {
    const isAnswered = (question: TaskQuestion): boolean => isOpen(question) && Object.hasOwn(answers, question.key);
    if (!record.questions.some(isAnswered)) return undefined;
    return withQuestions(
      record,
      record.questions.map((question) =>
        isAnswered(question) ? { ...question, answer: answers[question.key] ?? null } : question,
      ),
      now,
    );
  };
}

/** Sets the progress message. */
export function setMessage(message: string): Transition {
  return setFields(() => ({ message }));
}

/** Makes a change that also sets the progress message, if there is one and the task has not ended. */
export function withMessage(message: string | undefined, change: Transition): Transition {
  return (record, now) => {
    const changed = change(record, now);
    return changed === undefined || message === undefined || hasEnded(changed) ? changed : { ...changed, message };
  };
}

/** Saves a value for later attempts. */
export function setSaved(saved: Json): Transition {
  return setFields(() => ({ saved }));
}

/** Records that a worker hands a call back, and counts retryable failures. */
export function markHandedBack(failed: boolean): Transition {
  return setFields((record) => ({
    lastEndedAttempt: attemptsOf(record),
    ...(failed && { handBacks: (record.handBacks ?? 0) + 1 }),
  }));
}

/** Sets a call aside that was not started, to run it alone. `notStarted` earlier claims did not start it either. */
export function markSetAside(notStarted: number): Transition {
  return setFields((record) => ({
    lastSetAside: fenceOf(record),
    setAside: (record.setAside ?? 0) + 1 + notStarted,
  }));
}

/** Records that a call runs alone, so that a crash of its worker is its own fault. */
export function markRunAlone(notStarted: number): Transition {
  return setFields((record) => ({ ranAlone: fenceOf(record), setAside: (record.setAside ?? 0) + notStarted }));
}

/** Records that a call waits for a worker with its tool. */
export const markToolMissing: Transition = setFields((record, now) => ({
  missingTool: { since: now, fence: fenceOf(record) },
}));

/** Sets fields of a task, unless it has ended. */
function setFields(fieldsOf: (record: TaskRecord, now: number) => Partial<TaskRecord>): Transition {
  return (record, now) =>
    hasEnded(record) ? undefined : nextVersion(record, { ...record, ...fieldsOf(record, now) }, now);
}

/** Limits a change to the current claim: no change once another worker has claimed the task. */
export function fenced(fence: number, change: Transition): Transition {
  return (record, now) => (fenceOf(record) === fence ? change(record, now) : undefined);
}

/** Ends a task. */
export function end(taskEnd: TaskEnd): Transition {
  const { status, message } = taskEnd;
  const outcome = status === 'completed' ? { result: taskEnd.result } : { error: taskEnd.error };
  return (record, now) => endRecord(record, { status, message, outcome }, now);
}

/** Lets the next start with the ID of an ended task run its call again. No change if the task has changed since this version. */
export function markRestartable(version: number): Transition {
  return (record, now) =>
    hasEnded(record) && record.version === version
      ? nextVersion(record, { ...record, startsAgain: true }, now)
      : undefined;
}

/** Starts the next turn of a restartable task with the new call. Its TTL stays unchanged. */
export function restartRecord(call: TaskCall, startToken: string): Transition {
  return (record, now) => (record.startsAgain === true ? startNextTurn(record, { call, startToken }, now) : undefined);
}

/** Starts the next turn of an ended task with its call. Its TTL stays unchanged. */
export function retryRecord(startToken: string): Transition {
  return (record, now) => {
    const { call } = record;
    return hasEnded(record) && call !== undefined ? startNextTurn(record, { call, startToken }, now) : undefined;
  };
}

function startNextTurn(
  record: TaskRecord,
  start: { readonly call: TaskCall; readonly startToken: string },
  now: number,
): TaskRecord {
  const { id, owner, share, ttlMs, createdAt } = record;
  const started = createRecord(id, owner, ttlMs, createdAt, share);
  const counters = { fence: fenceOf(record), lastEndedAttempt: attemptsOf(record) };
  const aside = record.setAside === undefined ? {} : { setAside: record.setAside };
  return nextVersion(record, { ...started, ...start, turn: turnOf(record) + 1, ...counters, ...aside }, now);
}

/** Ends a task that its owner or the operator canceled. */
export const cancelRecord: Transition = (record, now) =>
  endRecord(record, { status: 'cancelled', message: canceledText(record) }, now);

/** A store claims a call before a worker runs it, and never claims one that has ended. */
function canceledText(record: TaskRecord): string {
  if (record.call === undefined) return 'The task was canceled.';
  return fenceOf(record) === 0
    ? 'The call was canceled before it started, so the tool did not run.'
    : 'The call was canceled after it started. The tool may have had an effect.';
}

function withQuestions(record: TaskRecord, questions: readonly TaskQuestion[], now: number): TaskRecord | undefined {
  if (hasEnded(record)) return undefined;
  if (questions.some(isOpen)) {
    const lastEndedAttempt = record.call === undefined ? {} : { lastEndedAttempt: attemptsOf(record) };
    return nextVersion(record, { ...record, questions, status: 'input_required', ...lastEndedAttempt }, now);
  }
  // A parked call has given its turn back, and continues with the next one (TASK-07).
  const turn = record.call === undefined ? {} : { turn: turnOf(record) + 1 };
  return nextVersion(record, { ...record, questions, status: 'working', ...turn }, now);
}
