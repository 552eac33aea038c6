import { checkCount, checkNames, checkNumber, type Json, type NamesOf, shareOf, wholeTimer } from '@toolwire/internal';
import { createObserver } from '../access/observe.ts';
import { type Report, safeReport } from '../access/report.ts';
import { createTaskLedger } from '../access/task-ledger.ts';
import { RecordReader, type TaskReader } from '../access/task-reader.ts';
import { createMemoryTaskStore } from '../memory-store/memory-task-store.ts';
import { limitTtl, type Task, viewOf } from '../record/task.ts';
import { createRecord } from '../record/transitions.ts';
import type { TaskStore } from '../store/task-store.ts';
import { runWork, type TaskWork, type WorkDependencies } from './run-work.ts';

/** The started task, or why it was not started: too many tasks run, or the store is full. */
type TaskStart<Question = Json> =
  | { readonly started: true; readonly task: Task<Question> }
  | {
      readonly started: false;
      readonly reason: 'busy' | 'full';
      /** When to retry, if known. */
      readonly retryAfterMs?: number | undefined;
    };

/** Tasks whose work is a function in this process. */
export interface Tasks<Question = Json, Answer = Json> extends TaskReader<Question, Answer> {
  /** Stores the task, then starts the work. */
  start(work: TaskWork<Question, Answer>): Promise<TaskStart<Question>>;
}

/** Lifetime and limits of tasks. */
export interface TasksOptions {
  /** Stores the tasks. Default: the memory of this process. */
  readonly store?: TaskStore | undefined;
  /** How long a task is stored after its creation, unless its owner requests another time. Longer work is aborted. Default: one hour. */
  readonly ttlMs?: number | undefined;
  /** The most concurrent tasks in this process, including those that wait for input. Default: 100. */
  readonly maxRunning?: number | undefined;
  /** The most concurrent tasks of one owner. Default: 20. */
  readonly maxRunningPerOwner?: number | undefined;
  /** Receives errors of the work, and errors of the store that no caller waits for. */
  readonly report?: Report | undefined;
}

const optionNames: NamesOf<TasksOptions> = {
  store: true,
  ttlMs: true,
  maxRunning: true,
  maxRunningPerOwner: true,
  report: true,
};

/** Creates a runner of in-process tasks. Questions and answers may be of any JSON types. */
export function createTasks<Question = Json, Answer = Json>(options: TasksOptions = {}): Tasks<Question, Answer> {
  checkNames('createTasks()', options, optionNames);
  // The store treats questions and answers as JSON.
  return new TaskRunner(options) as Tasks<Question, Answer>;
}

class TaskRunner extends RecordReader implements Tasks {
  readonly #dependencies: WorkDependencies;
  readonly #ttlMs: number;
  readonly #slots: Slots;

  constructor(options: TasksOptions) {
    const {
      store = createMemoryTaskStore(),
      ttlMs = 3_600_000,
      maxRunning = 100,
      maxRunningPerOwner = 20,
      report,
    } = options;
    checkNumber('ttlMs', ttlMs, wholeTimer);
    checkCount('maxRunning', maxRunning, 1);
    checkCount('maxRunningPerOwner', maxRunningPerOwner, 1);
    const reportSafely = safeReport(report);
    const ledger = createTaskLedger(store, reportSafely);
    const observe = createObserver(store, reportSafely);
    super({ ledger, observe });
    this.#dependencies = { ledger, observe, report: reportSafely };
    this.#ttlMs = ttlMs;
    this.#slots = createSlots(maxRunning, maxRunningPerOwner);
  }

  async start(work: TaskWork): Promise<TaskStart> {
    const owner = work.owner ?? null;
    const release = this.#slots.take(owner, work.share);
    if (release === undefined) return { started: false, reason: 'busy' };
    // A generated ID has 122 random bits (MCP-TASK-03).
    const record = createRecord(crypto.randomUUID(), owner, limitTtl(work.ttlMs, this.#ttlMs), Date.now(), work.share);
    let isStored = false;
    try {
      const full = await this.#dependencies.ledger.create(record);
      if (full !== undefined) return full;
      isStored = true;
    } finally {
      if (!isStored) release();
    }
    void runWork(record, work, this.#dependencies).finally(release);
    return { started: true, task: viewOf(record) };
  }
}

/** Counts running tasks, in total and per owner. */
interface Slots {
  /** Takes a slot, and returns a function that releases it; `undefined` if none is free. Tasks without an owner get only this share of all slots. */
  take(owner: string | null, share?: number): (() => void) | undefined;
}

function createSlots(max: number, maxPerOwner: number): Slots {
  let total = 0;
  const byOwner = new Map<string | null, number>();
  const count = (owner: string | null, change: 1 | -1): void => {
    total += change;
    const ownerCount = (byOwner.get(owner) ?? 0) + change;
    if (ownerCount === 0) byOwner.delete(owner);
    else byOwner.set(owner, ownerCount);
  };
  return {
    take: (owner, share = 1) => {
      const maxOfOwner = owner === null ? shareOf(max, share) : maxPerOwner;
      if (total >= max || (byOwner.get(owner) ?? 0) >= maxOfOwner) return undefined;
      count(owner, 1);
      return () => count(owner, -1);
    },
  };
}
