import { type Json, startTimer } from '@toolwire/internal';
import type { Observe } from '../access/observe.ts';
import { type Report, tryOrReport } from '../access/report.ts';
import type { TaskLedger } from '../access/task-ledger.ts';
import type { TaskEnd } from '../record/task.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { requestInput } from '../record/transitions.ts';
import { createMessageWriter } from '../run/message-writer.ts';
import { RunningTask } from '../run/running-task.ts';
import { runToEnd, storeTaskEnd } from '../run/task-end.ts';

/** The context of a running task. Its functions need no `this`. */
export interface TaskContext<Question = Json, Answer = Json> {
  readonly taskId: string;
  /** Aborts when the task is canceled or expires. Later results are discarded. */
  readonly signal: AbortSignal;
  /** How long the task is stored, in milliseconds. Longer work is aborted. */
  readonly ttlMs: number;
  /** Requests input from the owner, and resolves with all answers. A repeated key resolves with its existing answer. Rejects when the signal aborts. */
  readonly ask: (requests: Readonly<Record<string, Question>>) => Promise<Readonly<Record<string, Answer>>>;
  /** Sets the progress message. Frequent messages are throttled; the latest one wins. */
  readonly say: (message: string) => void;
}

/** Work to run as a task. */
export interface TaskWork<Question = Json, Answer = Json> {
  /** The owner of the task. Without one, any anonymous caller who knows its ID may read it. */
  readonly owner?: string | undefined;
  /** The largest share of the slots and the store for all tasks without an owner, such as 0.25. Default: 1. */
  readonly share?: number | undefined;
  /** How long the owner wants the task stored: at least one poll interval, at most 24 days. */
  readonly ttlMs?: number | undefined;
  /** Does the work. An error is reported, and the owner only sees that the task failed. */
  run(context: TaskContext<Question, Answer>): TaskEnd | Promise<TaskEnd>;
}

/** Everything that the work of a task needs. */
export interface WorkDependencies {
  readonly ledger: TaskLedger;
  readonly observe: Observe;
  readonly report: Report;
}

/** Runs the work of a stored task, and stores its end. Never rejects, because no caller waits for it. */
export async function runWork(record: TaskRecord, work: TaskWork, dependencies: WorkDependencies): Promise<void> {
  const { id } = record;
  const { ledger, observe, report } = dependencies;
  const running = new RunningTask(record);
  const observation = observe(id, (current) => running.update(current));
  const writer = createMessageWriter(id, ledger, report);
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
  await tryOrReport(report, id, () => ledger.store.remove(id));
}
