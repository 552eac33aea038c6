import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Delivery, DeliveryEnd } from '@toolwire/tasks';
import type { Report } from './change-feed.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { TakenTurn } from './turn-rows.ts';

/** What a worker goes by. */
export interface WorkerParts {
  readonly queue: TurnQueue;
  /** How many deliveries it runs at once. */
  readonly maxRunning: number;
  /** After how long a run that has rejected is delivered again, and a look that has failed is tried again. */
  readonly retryMs: number;
  /** How often it looks for what others have enqueued. */
  readonly pollMs: number;
  readonly report: Report;
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Takes turns from the queue, runs them, and says that it still has them while it does. */
export class SqliteWorker {
  readonly #run: (delivery: Delivery) => Promise<DeliveryEnd>;
  readonly #parts: WorkerParts;
  /** Whose the turns are that it has taken. */
  readonly #name = randomUUID();
  readonly #running = new Map<number, Running>();
  readonly #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopped = false;

  constructor(run: (delivery: Delivery) => Promise<DeliveryEnd>, parts: WorkerParts) {
    this.#run = run;
    this.#parts = parts;
  }

  begin(): void {
    const { queue, pollMs, report } = this.#parts;
    queue.reset().catch(report);
    this.#timers.push(
      setInterval(() => this.wake(), pollMs),
      setInterval(() => void this.#hold(), queue.leaseMs / 3),
    );
    this.wake();
  }

  /** Looks now, and once more if it was looking already. */
  wake(): void {
    this.#lookAgain = true;
    this.#looking ??= this.#lookWhileAsked();
  }

  /** Takes no more, and waits for what runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#lookAgain && !this.#stopped) {
      this.#lookAgain = false;
      await this.#lookOrRest();
    }
    this.#looking = undefined;
  }

  async #lookOrRest(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#parts.report(error);
      // What fails now does not go by at once, as when the disk is full.
      await wait(this.#parts.retryMs);
    }
  }

  async #look(): Promise<void> {
    const { queue, maxRunning } = this.#parts;
    const most = maxRunning - this.#running.size;
    if (most < 1) return;
    const running = new Set(this.#running.keys());
    for (const taken of await queue.take({ holder: this.#name, most, running })) this.#start(taken);
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
    const { queue, retryMs, report } = this.#parts;
    // Whoever runs has reported it; for an engine it is a reason to deliver again.
    const end = await this.#run({ ...turn, signal }).catch(() => ({ againInMs: retryMs }));
    const kept = end === 'settled' ? queue.end(this.#name, number) : queue.return(this.#name, number, end.againInMs);
    // What cannot be said now is delivered again when nobody has been heard of for long enough.
    await kept.catch(report);
  }

  async #hold(): Promise<void> {
    const { queue, report } = this.#parts;
    const numbers = [...this.#running.keys()];
    if (numbers.length === 0) return;
    try {
      const held = new Set(await queue.hold(this.#name, numbers));
      for (const number of numbers) if (!held.has(number)) this.#running.get(number)?.controller.abort();
    } catch (error) {
      report(error);
    }
  }
}
