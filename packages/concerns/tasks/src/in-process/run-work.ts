import { startTimer } from '@toolwire/internal';
import type { Observe } from '../access/observe.ts';
import { type Report, reportFailure } from '../access/report.ts';
import type { TaskLedger } from '../access/task-ledger.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { requestInput } from '../record/transitions.ts';
import { runToEnd } from '../run/end-of-error.ts';
import { createMessageWriter } from '../run/message-writer.ts';
import { RunningTask } from '../run/running-task.ts';
import { storeTaskEnd } from '../run/store-task-end.ts';
import type { TaskContext, TaskWork } from './tasks.ts';

/** Everything that the work of a task needs. */
export interface WorkDependencies {
  readonly ledger: TaskLedger;
  readonly observe: Observe;
  readonly pollIntervalMs: number;
  readonly report: Report;
}

/** Runs the work of a stored task, and stores its end. Never rejects, because no caller waits for it. */
export async function runWork(record: TaskRecord, work: TaskWork, dependencies: WorkDependencies): Promise<void> {
  const { id } = record;
  const { ledger, observe, report } = dependencies;
  const running = new RunningTask(record);
  const observation = observe(id, (current) => running.update(current));
  const writer = createMessageWriter(id, dependencies.pollIntervalMs, ledger, report);
  const stopTimer = startTimer(record.ttlMs, () => void expire(id, running, dependencies));

  const context = contextOf(record, running, ledger, writer.write);
  const taskEnd = await runToEnd(() => work.run(context), 'requests', context, report);
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

async function expire(id: string, running: RunningTask, { ledger, report }: WorkDependencies): Promise<void> {
  running.expire();
  // The clock of the store may be late. Waiting callers should not wait for it.
  await reportFailure(report, id, () => ledger.store.remove(id));
}
