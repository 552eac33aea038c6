import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { redeliveryMs, renewalsPerLease } from '@toolwire/internal';
import type { Delivery, DeliveryEnd } from '@toolwire/tasks';
import { pollMs } from './task-file.ts';
import type { TakenTurn, TurnQueue } from './turn-queue.ts';

/** The queue of a worker, and its limit. */
export interface SqliteWorkerConfig {
  readonly queue: TurnQueue;
  /** The most concurrent deliveries. */
  readonly maxRunning: number;
  readonly report: (error: unknown) => void;
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Takes turns from the queue, runs them, and renews them meanwhile. */
export class SqliteWorker {
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
    const delayMs = pollMs * (0.5 + Math.random());
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
