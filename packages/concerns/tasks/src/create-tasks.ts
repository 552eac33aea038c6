import { checkCount, checkNames, checkNumber, type NamesOf, wholeTimer } from '@toolwire/internal';
import type { JsonValue } from './json.ts';
import { createMemoryTaskStore } from './memory-task-store.ts';
import type { Report } from './observe.ts';
import { runWork } from './run-work.ts';
import { safely } from './safely.ts';
import { createSharedObserver } from './shared-observer.ts';
import { createSlots, type Slots } from './slots.ts';
import { createTaskLedger, type TaskLedger } from './task-ledger.ts';
import { RecordReader } from './task-reader.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskStart, Tasks, TaskWork } from './tasks.ts';
import { begin } from './transitions.ts';

/** How long tasks are kept, and how many run. */
export interface TasksOptions {
  /** Where tasks are kept; in the memory of this process if left out. */
  readonly store?: TaskStore | undefined;
  /** How long a task is kept from its creation on if its owner has no wish; an hour if left out. Work that takes longer is ended. */
  readonly ttlMs?: number | undefined;
  /** The longest an owner may wish for; a day if left out. */
  readonly maxTtlMs?: number | undefined;
  /** How often owners are told to ask; every second if left out. */
  readonly pollIntervalMs?: number | undefined;
  /** How many tasks run at once in this process, those that wait for input among them; 100 if left out. */
  readonly maxRunning?: number | undefined;
  /** How many of them may belong to one owner; 20 if left out. */
  readonly maxRunningPerOwner?: number | undefined;
  /** Hears of what work throws, and of failures of the store that nobody waits for. */
  readonly report?: Report | undefined;
  /** Milliseconds since 1970; `Date.now` if left out. */
  readonly now?: (() => number) | undefined;
}

const optionNames: NamesOf<TasksOptions> = {
  store: true,
  ttlMs: true,
  maxTtlMs: true,
  pollIntervalMs: true,
  maxRunning: true,
  maxRunningPerOwner: true,
  report: true,
  now: true,
};

/** Makes a runner of tasks, whose questions and answers are of any kinds that are JSON: they are kept, and handed on, as they come. */
export function createTasks<Question = JsonValue, Answer = JsonValue>(
  options: TasksOptions = {},
): Tasks<Question, Answer> {
  checkNames('createTasks()', options, optionNames);
  // To the store they are JSON.
  return new TaskRunner(options) as Tasks<Question, Answer>;
}

class TaskRunner extends RecordReader implements Tasks {
  readonly #ledger: TaskLedger;
  readonly #ttlMs: number;
  readonly #maxTtlMs: number;
  readonly #pollIntervalMs: number;
  readonly #slots: Slots;
  readonly #report: Report;
  readonly #now: () => number;

  constructor(options: TasksOptions) {
    const { ttlMs = 3_600_000, maxTtlMs = 86_400_000, pollIntervalMs = 1_000, now = Date.now } = options;
    const { store = createMemoryTaskStore(), maxRunning = 100, maxRunningPerOwner = 20, report } = options;
    checkNumber('ttlMs', ttlMs, wholeTimer);
    checkNumber('maxTtlMs', maxTtlMs, wholeTimer);
    checkNumber('pollIntervalMs', pollIntervalMs, wholeTimer);
    checkCount('maxRunning', maxRunning, 1);
    checkCount('maxRunningPerOwner', maxRunningPerOwner, 1);
    const heard = safely(report);
    const ledger = createTaskLedger(store, now);
    super({ ledger, observe: createSharedObserver(store, heard), pollIntervalMs });
    this.#ledger = ledger;
    this.#ttlMs = Math.min(ttlMs, maxTtlMs);
    this.#maxTtlMs = maxTtlMs;
    this.#pollIntervalMs = pollIntervalMs;
    this.#slots = createSlots(maxRunning, maxRunningPerOwner);
    this.#report = heard;
    this.#now = now;
  }

  async start(work: TaskWork): Promise<TaskStart> {
    const owner = work.owner ?? null;
    const release = this.#slots.take(owner);
    if (release === undefined) return { started: false, reason: 'busy' };
    // MCP-TASK-03: 122 random bits.
    const record = begin(crypto.randomUUID(), owner, this.#ttlOf(work.ttlMs), this.#now());
    let kept = false;
    try {
      kept = await this.#ledger.store.create(record);
    } finally {
      if (!kept) release();
    }
    if (!kept) return { started: false, reason: 'full' };
    const parts = { ledger: this.#ledger, pollIntervalMs: this.#pollIntervalMs, report: this.#report };
    void runWork(record, work, parts).finally(release);
    return { started: true, task: this.view(record) };
  }

  #ttlOf(wish: number | undefined): number {
    if (wish === undefined || Number.isNaN(wish)) return this.#ttlMs;
    // A task that is gone before anybody can ask about it is of no use.
    return Math.ceil(Math.min(Math.max(wish, this.#pollIntervalMs), this.#maxTtlMs));
  }
}
