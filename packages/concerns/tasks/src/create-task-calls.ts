import { checkCount, checkNames, checkNumber, type NamesOf, wholeTimer } from '@toolwire/internal';
import type { Report } from './observe.ts';
import { runCall } from './run-call.ts';
import { safely } from './safely.ts';
import { sweep } from './sweep.ts';
import type { RunCall, TaskCallStart, TaskCallStarted, TaskCalls } from './task-calls.ts';
import type { TaskEngine, WorkerHandle } from './task-engine.ts';
import { createTaskLedger, type TaskLedger } from './task-ledger.ts';
import { viewOf } from './task-record.ts';
import type { TaskStore } from './task-store.ts';
import { startTimer } from './timer.ts';
import { begin } from './transitions.ts';

/** Where calls are kept, what says when they run, and for how long. */
export interface TaskCallsOptions {
  /** Says whether a call is run, and keeps what comes of it. */
  readonly store: TaskStore;
  /** Says when a call is run. */
  readonly engine: TaskEngine;
  /** How long a task is kept from its creation on if its owner has no wish; a day if left out. */
  readonly ttlMs?: number | undefined;
  /** How often owners are told to ask; every second if left out. */
  readonly pollIntervalMs?: number | undefined;
  /** How long a worker that says nothing is waited for before its task is another's; a minute if left out. */
  readonly leaseMs?: number | undefined;
  /** How often a call is begun whose workers are lost; 5 if left out. */
  readonly maxAttempts?: number | undefined;
  /** How often what the engine has lost is looked for; every 30 seconds if left out. */
  readonly sweepMs?: number | undefined;
  /** Hears of what calls throw, and of failures of the store that nobody waits for. */
  readonly report?: Report | undefined;
  /** Milliseconds since 1970; `Date.now` if left out. */
  readonly now?: (() => number) | undefined;
}

const optionNames: NamesOf<TaskCallsOptions> = {
  store: true,
  engine: true,
  ttlMs: true,
  pollIntervalMs: true,
  leaseMs: true,
  maxAttempts: true,
  sweepMs: true,
  report: true,
  now: true,
};

/** Makes tasks of calls by name, which any process runs that has the same tools, the same store and the same engine. */
export function createTaskCalls(options: TaskCallsOptions): TaskCalls {
  checkNames('createTaskCalls()', options, optionNames);
  return new CallRunner(options);
}

class CallRunner implements TaskCalls {
  readonly #engine: TaskEngine;
  readonly #ledger: TaskLedger;
  readonly #ttlMs: number;
  readonly #pollIntervalMs: number;
  readonly #leaseMs: number;
  readonly #maxAttempts: number;
  readonly #sweepMs: number;
  readonly #report: Report;
  readonly #now: () => number;

  constructor({ store, engine, report, now = Date.now, ...times }: TaskCallsOptions) {
    const { ttlMs = 86_400_000, pollIntervalMs = 1_000, leaseMs = 60_000 } = times;
    const { maxAttempts = 5, sweepMs = 30_000 } = times;
    checkNumber('ttlMs', ttlMs, wholeTimer);
    checkNumber('pollIntervalMs', pollIntervalMs, wholeTimer);
    checkNumber('leaseMs', leaseMs, wholeTimer);
    checkNumber('sweepMs', sweepMs, wholeTimer);
    checkCount('maxAttempts', maxAttempts, 1);
    this.#engine = engine;
    this.#ledger = createTaskLedger(store, now);
    this.#ttlMs = ttlMs;
    this.#pollIntervalMs = pollIntervalMs;
    this.#leaseMs = leaseMs;
    this.#maxAttempts = maxAttempts;
    this.#sweepMs = sweepMs;
    this.#report = safely(report);
    this.#now = now;
  }

  async start({ owner, ttlMs = this.#ttlMs, call, brought }: TaskCallStart): Promise<TaskCallStarted> {
    const own = [...(brought?.secrets ?? []), ...(brought?.tokens ?? [])];
    if (own.length > 0) return { started: false, reason: 'credentials', message: refusalOf(call.toolId, own) };
    const record = { ...begin(crypto.randomUUID(), owner ?? null, ttlMs, this.#now()), call };
    if (!(await this.#ledger.store.create(record))) return { started: false, reason: 'full' };
    // TASK-04: it is kept, and that is what was promised; what is not enqueued now, a sweep finds.
    await this.#engine.enqueue({ taskId: record.id, turn: 1 }).catch((error: unknown) => {
      this.#report(error, record.id);
    });
    return { started: true, task: viewOf(record, this.#pollIntervalMs) };
  }

  work(run: RunCall): WorkerHandle {
    const parts = {
      ledger: this.#ledger,
      leaseMs: this.#leaseMs,
      maxAttempts: this.#maxAttempts,
      pollIntervalMs: this.#pollIntervalMs,
      report: this.#report,
    };
    const stopSweeping = this.#keepSweeping();
    const worker = this.#engine.work(async (delivery) => {
      try {
        return await runCall(delivery, run, parts);
      } catch (error) {
        this.#report(error, delivery.taskId);
        throw error;
      }
    });
    return {
      stop: () => {
        stopSweeping();
        return worker.stop();
      },
    };
  }

  #keepSweeping(): () => void {
    let stopped = false;
    let stopTimer = (): void => undefined;
    const sweepOnce = async (): Promise<void> => {
      await sweep(this.#ledger.store, this.#engine).catch((error: unknown) => this.#report(error, 'unfinished'));
      if (!stopped) stopTimer = startTimer(this.#sweepMs, () => void sweepOnce());
    };
    void sweepOnce();
    return () => {
      stopped = true;
      stopTimer();
    };
  }
}

/** TASK-01: ids, which are no secrets, and nothing of what they stand for. */
function refusalOf(toolId: string, ids: readonly string[]): string {
  const named = ids.slice(0, 5).map((id) => `'${id.slice(0, 100)}'`);
  return (
    `The call to '${toolId.slice(0, 100)}' brought its own ${named.join(', ')}, which cannot be kept with a task. ` +
    'Call it without a task, or let the server get what the tool requires from its own sources.'
  );
}
