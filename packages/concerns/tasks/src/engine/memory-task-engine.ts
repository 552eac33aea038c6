import { checkCount, checkNames, type NamesOf, orElse, redeliveryMs, startTimer } from '@toolwire/internal';
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

interface Worker {
  readonly run: (delivery: Delivery) => Promise<DeliveryEnd>;
  readonly running: Set<Promise<void>>;
}

class MemoryTaskEngine implements TaskEngine {
  readonly #maxRunning: number;
  /** Waiting, delayed and running turns, which are not enqueued again. */
  readonly #queuedKeys = new Set<string>();
  readonly #waiting: TaskTurn[] = [];
  readonly #workers = new Set<Worker>();

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
    this.#queue({ taskId, turn, tool });
    return Promise.resolve();
  }

  work(run: Worker['run']): WorkerHandle {
    const worker: Worker = { run, running: new Set() };
    this.#workers.add(worker);
    this.#deliverTo(worker);
    return {
      stop: async () => {
        this.#workers.delete(worker);
        await Promise.all(worker.running);
      },
    };
  }

  #queue(turn: TaskTurn): void {
    this.#waiting.push(turn);
    const workers = [...this.#workers];
    for (const worker of workers) {
      if (this.#waiting.length === 0) return;
      this.#deliverTo(worker);
      // Moves to the end, so that other workers get the turns that this one hands back.
      if (this.#workers.delete(worker)) this.#workers.add(worker);
    }
  }

  /** Delivers waiting turns to a worker, as many as it may run. */
  #deliverTo(worker: Worker): void {
    while (this.#workers.has(worker) && worker.running.size < this.#maxRunning) {
      const turn = this.#waiting.shift();
      if (turn === undefined) return;
      const delivery = this.#deliver(turn, worker).finally(() => {
        worker.running.delete(delivery);
        this.#deliverTo(worker);
      });
      worker.running.add(delivery);
    }
  }

  async #deliver(turn: TaskTurn, { run }: Worker): Promise<void> {
    // In one process, no other worker can have the turn.
    const delivery = { ...turn, signal: new AbortController().signal };
    // The runner has reported the error. The engine only delivers again.
    const end = await orElse<DeliveryEnd>(
      () => run(delivery),
      () => ({ againInMs: redeliveryMs }),
    );
    if (end === 'settled') this.#queuedKeys.delete(keyOf(turn));
    else if (end.againInMs > 0) startTimer(end.againInMs, () => this.#queue(turn));
    else this.#queue(turn);
  }
}

function keyOf({ taskId, turn }: TaskTurn): string {
  return `${taskId}.${turn}`;
}
