import { checkCount, checkNames, type NamesOf, redeliveryMs, startTimer } from '@toolwire/internal';
import type { TaskTurn } from '../record/task-turn.ts';
import type { Delivery, DeliveryEnd, TaskEngine, WorkerHandle } from './task-engine.ts';

/** The concurrency of a memory engine. */
export interface MemoryTaskEngineOptions {
  /** The most concurrent deliveries per worker. Default: 10. */
  readonly maxRunning?: number | undefined;
}

const optionNames: NamesOf<MemoryTaskEngineOptions> = { maxRunning: true };

/** Creates an engine in the memory of this process. Its queue is lost with the process. */
export function createMemoryTaskEngine(options: MemoryTaskEngineOptions = {}): TaskEngine {
  checkNames('createMemoryTaskEngine()', options, optionNames);
  return new MemoryTaskEngine(options);
}

type Run = (delivery: Delivery) => Promise<DeliveryEnd>;

class MemoryTaskEngine implements TaskEngine {
  readonly #maxRunning: number;
  /** Waiting, delayed and running turns, which are not enqueued again. */
  readonly #queuedKeys = new Set<string>();
  readonly #waiting: TaskTurn[] = [];
  readonly #workers = new Set<MemoryWorker>();

  constructor({ maxRunning = 10 }: MemoryTaskEngineOptions) {
    checkCount('maxRunning', maxRunning, 1);
    this.#maxRunning = maxRunning;
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  enqueue({ taskId, turn, tool }: TaskTurn): Promise<void> {
    const key = keyOf({ taskId, turn });
    if (this.#queuedKeys.has(key)) return Promise.resolve();
    this.#queuedKeys.add(key);
    this.#deliver({ taskId, turn, tool }, 0);
    return Promise.resolve();
  }

  work(run: Run): WorkerHandle {
    const worker = new MemoryWorker(run, this.#maxRunning, {
      take: () => this.#waiting.shift(),
      settled: (turn) => this.#queuedKeys.delete(keyOf(turn)),
      again: (turn, inMs) => this.#deliver(turn, inMs),
    });
    this.#workers.add(worker);
    worker.wake();
    return {
      stop: () => {
        this.#workers.delete(worker);
        return worker.stop();
      },
    };
  }

  #deliver(turn: TaskTurn, inMs: number): void {
    if (inMs > 0) {
      startTimer(inMs, () => this.#deliver(turn, 0));
      return;
    }
    this.#waiting.push(turn);
    const workers = [...this.#workers];
    for (const worker of workers) {
      if (this.#waiting.length === 0) return;
      worker.wake();
      // Moves to the end, so that other workers get the turns that this one hands back.
      if (this.#workers.delete(worker)) this.#workers.add(worker);
    }
  }
}

interface Queue {
  take(): TaskTurn | undefined;
  settled(turn: TaskTurn): void;
  again(turn: TaskTurn, inMs: number): void;
}

class MemoryWorker {
  readonly #run: Run;
  readonly #maxRunning: number;
  readonly #queue: Queue;
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(run: Run, maxRunning: number, queue: Queue) {
    this.#run = run;
    this.#maxRunning = maxRunning;
    this.#queue = queue;
  }

  wake(): void {
    while (!this.#stopped && this.#running.size < this.#maxRunning) {
      const turn = this.#queue.take();
      if (turn === undefined) return;
      const delivery = this.#deliver(turn).finally(() => {
        this.#running.delete(delivery);
        this.wake();
      });
      this.#running.add(delivery);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #deliver(turn: TaskTurn): Promise<void> {
    try {
      // In one process, no other worker can have the turn.
      const end = await this.#run({ ...turn, signal: new AbortController().signal });
      if (end === 'settled') this.#queue.settled(turn);
      else this.#queue.again(turn, end.againInMs);
    } catch {
      // The runner already reported the error; the engine only retries.
      this.#queue.again(turn, redeliveryMs);
    }
  }
}

function keyOf({ taskId, turn }: TaskTurn): string {
  return `${taskId}.${turn}`;
}
