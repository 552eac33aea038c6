import { observe, type Report } from './observe.ts';
import { createPacedWriter } from './paced-writer.ts';
import { RunningTask } from './running-task.ts';
import { settle, unexpected } from './settle.ts';
import type { TaskEnd } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskContext, TaskWork } from './tasks.ts';
import { startTimer } from './timer.ts';
import { ask, say } from './transitions.ts';

/** What the work of a task is done with. */
export interface WorkParts {
  readonly ledger: TaskLedger;
  readonly pollIntervalMs: number;
  readonly report: Report;
}

/** Does the work of a task whose record is kept, and keeps what came of it. Never rejects: nobody waits for it. */
export async function runWork(record: TaskRecord, work: TaskWork, parts: WorkParts): Promise<void> {
  const { id } = record;
  const { ledger, report } = parts;
  const running = new RunningTask();
  const observation = observe(ledger.store, id, (seen) => running.see(seen), report);
  const writer = createPacedWriter(parts.pollIntervalMs, (message) => {
    ledger.update(id, say(message)).catch((error: unknown) => report(error, id));
  });
  const stopTimer = startTimer(record.ttlMs, () => void expire(id, running, parts));

  const how = await outcomeOf(work, contextOf(record, running, ledger, writer.say), report);
  stopTimer();
  writer.stop();
  observation.stop();
  await settle(id, how, parts);
  // Whatever the work has left behind, such as a question that it did not wait for.
  running.abort(new DOMException('The task has ended.', 'AbortError'));
}

function contextOf(
  { id, ttlMs }: TaskRecord,
  running: RunningTask,
  ledger: TaskLedger,
  write: (message: string) => void,
): TaskContext {
  const { signal } = running;
  return {
    taskId: id,
    signal,
    ttlMs,
    ask: async (requests) => {
      signal.throwIfAborted();
      running.see(await ledger.update(id, ask(new Map(Object.entries(requests)))));
      return running.answersTo(Object.keys(requests));
    },
    say: (message) => {
      if (!signal.aborted) write(message);
    },
  };
}

async function outcomeOf(work: TaskWork, context: TaskContext, report: Report): Promise<TaskEnd> {
  try {
    return await work.run(context);
  } catch (error) {
    // That work fails when it is cut off is what its signal is for.
    if (!context.signal.aborted) report(error, context.taskId);
    return unexpected;
  }
}

async function expire(id: string, running: RunningTask, { ledger, report }: WorkParts): Promise<void> {
  running.abort(new DOMException('The task took longer than it is kept.', 'TimeoutError'));
  try {
    // The store forgets by its own clock; those who wait should not have to wait for that one as well.
    await ledger.store.remove(id);
  } catch (error) {
    report(error, id);
  }
}
