import type { CallParts, HeldParts } from './call-parts.ts';
import { fenceOf } from './claim.ts';
import type { RunningTask } from './running-task.ts';
import { endInstead } from './settle.ts';
import type { TaskCallContext } from './task-calls.ts';
import type { TaskRecord } from './task-record.ts';
import { save } from './transitions.ts';

/** What the run of a claimed call gets to know and to do: its call, what was saved and answered, and the end of its time. */
export async function contextOf(
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
