import { startTimer } from '@toolwire/internal';
import { observe, type Report } from './observe.ts';
import { createPacedWriter } from './paced-writer.ts';
import { RunningTask } from './running-task.ts';
import { endOfThrown, storeTaskEnd } from './store-task-end.ts';
import type { TaskEnd } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskContext, TaskWork } from './tasks.ts';
import { requestInput, setMessage } from './transitions.ts';

/** Everything that the work of a task needs. */
export interface WorkDependencies {
  readonly ledger: TaskLedger;
  readonly pollIntervalMs: number;
  readonly report: Report;
}

/** Runs the work of a stored task, and stores its end. Never rejects, because no caller waits for it. */
export async function runWork(record: TaskRecord, work: TaskWork, dependencies: WorkDependencies): Promise<void> {
  const { id } = record;
  const { ledger, report } = dependencies;
  const running = new RunningTask();
  const observation = observe(ledger.store, id, (current) => running.update(current), report);
  const writer = createPacedWriter(dependencies.pollIntervalMs, (message) => {
    ledger.update(id, setMessage(message)).catch((error: unknown) => report(error, id));
  });
  const stopTimer = startTimer(record.ttlMs, () => void expire(id, running, dependencies));

  const taskEnd = await outcomeOf(work, contextOf(record, running, ledger, writer.write), report);
  stopTimer();
  writer.stop();
  observation.stop();
  await storeTaskEnd(id, taskEnd, dependencies);
  // Aborts what the work left behind, such as a question that it did not await.
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
      running.update(await ledger.update(id, requestInput(new Map(Object.entries(requests)))));
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
    // Aborted work is expected to fail.
    if (!context.signal.aborted) report(error, context.taskId);
    return endOfThrown(error);
  }
}

async function expire(id: string, running: RunningTask, { ledger, report }: WorkDependencies): Promise<void> {
  running.abort(new DOMException('The task exceeded its TTL.', 'TimeoutError'));
  try {
    // The clock of the store may be late. Waiting callers should not wait for it.
    await ledger.store.remove(id);
  } catch (error) {
    report(error, id);
  }
}
