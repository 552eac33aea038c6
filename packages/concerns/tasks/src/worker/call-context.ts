import type { TaskCallContext } from '../calls/task-calls.ts';
import { attemptsOf, fenceOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { setSaved } from '../record/transitions.ts';
import { isStoreFailure } from '../run/end-of-error.ts';
import type { RunningTask } from '../run/running-task.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Creates the context of a claimed call. */
export async function contextOf(
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
