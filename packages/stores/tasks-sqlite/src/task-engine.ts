import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type BackgroundReport, maxTimerMs, redeliveryMs, renewalsPerLease } from '@toolwire/internal';
import type { Delivery, DeliveryEnd, TaskEngine, TaskTurn, WorkerHandle } from '@toolwire/tasks';
import type { TaskFile } from './task-file.ts';
import type { TakenTurn, TurnQueue } from './turn-queue.ts';

interface SqliteTaskEngineConfig extends SqliteWorkerConfig {
  readonly file: TaskFile;
  readonly reportTo: BackgroundReport['reportTo'];
}

/** Delivers the turns in the file to workers of this and other processes. */
export class SqliteTaskEngine implements TaskEngine {
  readonly reportTo: BackgroundReport['reportTo'];
  readonly #config: SqliteTaskEngineConfig;
  readonly #workers = new Set<SqliteWorker>();

  constructor(config: SqliteTaskEngineConfig) {
    this.#config = config;
    this.reportTo = config.reportTo;
  }

  ready(): Promise<void> {
    return this.#config.file.ready();
  }

  async enqueue(turn: TaskTurn): Promise<void> {
    await this.#config.queue.add(turn);
    this.wake();
  }

  work(run: (delivery: Delivery) => Promise<DeliveryEnd>): WorkerHandle {
    const worker = new SqliteWorker(run, this.#config);
    this.#workers.add(worker);
    worker.start();
    return {
      stop: async () => {
        await worker.stop();
        this.#workers.delete(worker);
      },
    };
  }

  /** Makes the workers of this process poll now. */
  wake(): void {
    for (const worker of this.#workers) worker.wake();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
  }
}

/** The queue and the timing of a worker. */
interface SqliteWorkerConfig {
  readonly queue: TurnQueue;
  /** The most concurrent deliveries. */
  readonly maxRunning: number;
  /** How often it polls for turns of other processes. */
  readonly pollMs: number;
  readonly report: (error: unknown) => void;
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Takes turns from the queue, runs them, and renews them meanwhile. */
class SqliteWorker {
  readonly #run: (delivery: Delivery) => Promise<DeliveryEnd>;
  readonly #config: SqliteWorkerConfig;
  /** The holder of its turns. */
  readonly #name = randomUUID();
  readonly #running = new Map<number, Running>();
  #pollTimer: NodeJS.Timeout | undefined;
  #renewTimer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #pollAgain = false;
  #stopped = false;

  constructor(run: (delivery: Delivery) => Promise<DeliveryEnd>, config: SqliteWorkerConfig) {
    this.#run = run;
    this.#config = config;
  }

  start(): void {
    const { queue, report } = this.#config;
    queue.resetWaits().catch(report);
    this.#renewTimer = setInterval(() => void this.#renew(), queue.lockMs / renewalsPerLease);
    this.#schedulePoll();
    this.wake();
  }

  /** The delay is random. With equal intervals, the same worker would always poll first. */
  #schedulePoll(): void {
    const delayMs = Math.min(maxTimerMs, this.#config.pollMs * (0.5 + Math.random()));
    this.#pollTimer = setTimeout(() => {
      this.wake();
      this.#schedulePoll();
    }, delayMs);
  }

  /** Polls now, and once more if a poll is in progress. */
  wake(): void {
    this.#pollAgain = true;
    this.#polling ??= this.#pollWhileRequested();
  }

  /** Takes no more turns, and waits for running ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#polling;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    clearTimeout(this.#pollTimer);
    clearInterval(this.#renewTimer);
  }

  async #pollWhileRequested(): Promise<void> {
    while (this.#pollAgain && !this.#stopped) {
      this.#pollAgain = false;
      await this.#pollOrWait();
    }
    this.#polling = undefined;
  }

  async #pollOrWait(): Promise<void> {
    try {
      await this.#poll();
    } catch (error) {
      this.#config.report(error);
      // The cause may last, for example a full disk.
      await wait(redeliveryMs);
    }
  }

  async #poll(): Promise<void> {
    const { queue, maxRunning } = this.#config;
    const free = maxRunning - this.#running.size;
    if (free < 1) return;
    const running = new Set(this.#running.keys());
    for (const taken of await queue.take(this.#name, free, running)) this.#start(taken);
  }

  #start(taken: TakenTurn): void {
    const controller = new AbortController();
    const ended = this.#deliver(taken, controller.signal).finally(() => {
      this.#running.delete(taken.number);
      this.wake();
    });
    this.#running.set(taken.number, { controller, ended });
  }

  async #deliver({ number, ...turn }: TakenTurn, signal: AbortSignal): Promise<void> {
    const { queue, report } = this.#config;
    // The runner has reported the error. The engine only delivers again.
    const end = await this.#run({ ...turn, signal }).catch(() => ({ againInMs: redeliveryMs }));
    const saved = end === 'settled' ? queue.end(this.#name, number) : queue.return(this.#name, number, end.againInMs);
    // If this fails, the turn is delivered again when its lease expires.
    await saved.catch(report);
  }

  async #renew(): Promise<void> {
    const { queue, report } = this.#config;
    const numbers = [...this.#running.keys()];
    if (numbers.length === 0) return;
    try {
      const held = new Set(await queue.renew(this.#name, numbers));
      for (const number of numbers) if (!held.has(number)) this.#running.get(number)?.controller.abort();
    } catch (error) {
      report(error);
    }
  }
}
