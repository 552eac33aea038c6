import { attemptsOf, fenceOf } from '../record/claim.ts';
import { failed, type TaskEnd } from '../record/task.ts';
import type { TaskRecord } from '../record/task-record.ts';

/** How a worker runs a call that it just claimed, after crashes of earlier workers. */
export interface RunAfterCrashes {
  /** The end of a call that may not run again. */
  readonly end: TaskEnd | undefined;
  /** Whether it must run alone, because it may cause the crashes. */
  readonly mustRunAlone: boolean;
  /** How many claims did not start it and are not counted yet. */
  readonly claimsNotStarted: number;
}

/** A call that was running in two crashes of its workers is likely to cause them. A single crash may have any reason. */
const maxSharedCrashes = 2;

/**
 * Judges a call that a worker just claimed. A crash ends all calls of a worker. After two crashes a call runs alone, so that a third
 * crash is its own fault, and costs no other call an attempt (TASK-35). `lost` is whether the worker before crashed.
 * The default of `maxAttempts` is in `task-calls-options.ts`.
 */
export function judgeCrashes(record: TaskRecord, lost: boolean, maxAttempts: number): RunAfterCrashes {
  // The last attempt must run alone, so with few attempts a call runs alone earlier.
  const sharedCrashes = Math.max(1, Math.min(maxSharedCrashes, maxAttempts - 1));
  const fence = fenceOf(record);
  const crashes = crashesOf(record);
  // A claim that is set aside or runs alone counts the claims before it. The claims after it did not start the call.
  const lastCounted = Math.max(record.lastSetAside ?? 0, record.ranAlone ?? 0);
  const claimsNotStarted = Math.max(0, Math.min(crashes - sharedCrashes, fence - 1 - lastCounted));
  const wasAlone = record.ranAlone === fence - 1 - claimsNotStarted;
  let end: TaskEnd | undefined;
  if (lost && record.call?.retrySafe !== true) end = mayHaveRun;
  else if (lost && crashes - claimsNotStarted >= maxAttempts) end = allAttemptsCrashed(maxAttempts, wasAlone);
  return { end, mustRunAlone: crashes >= sharedCrashes, claimsNotStarted };
}

/** Whether the worker before crashed. If its attempt had ended, only the release of the task failed (TASK-05). */
export function hasCrashed(record: TaskRecord, lost: boolean): boolean {
  return lost && crashesOf(record) > 0;
}

/** Counts the attempts since the last one that ended, without the attempt that begins now. */
function crashesOf(record: TaskRecord): number {
  return attemptsOf(record) - (record.lastEndedAttempt ?? 0) - 1;
}

const mayHaveRunText = 'The worker crashed during the call, so the call may have run. It does not run again.';
/** The end of a task that may not run again after a worker crash (TASK-05). */
const mayHaveRun = failed({ message: mayHaveRunText, mayHaveRun: true }, mayHaveRunText);

/** The end of a task that has used all attempts, each of which ended in a worker crash (TASK-05). */
function allAttemptsCrashed(maxAttempts: number, wasAlone: boolean): TaskEnd {
  const lastRun = wasAlone
    ? ' In the last attempt, no other call ran in the worker, so this call probably causes the crash.'
    : '';
  const text =
    maxAttempts === 1
      ? 'The call was started once, and its worker crashed.'
      : `The call was started ${maxAttempts} times, and its worker crashed each time.${lastRun}`;
  return failed({ message: text, mayHaveRun: true }, text);
}
