import type { DeliveryEnd, TaskEngine, TaskTurn } from '@toolwire/tasks';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedProcess } from './simulated-process.ts';

type Run = Parameters<TaskEngine['work']>[0];

interface Worker {
  readonly process: SimulatedProcess;
  readonly run: Run;
}

/** How long a delivery belongs to a worker that is silent. */
const lockMs = 2_000;
/** How often a turn is lost. A sweep enqueues it again. */
const loss = 0.1;

/** A queue that all processes share. It loses turns, and delivers some to two workers, as engines may. */
export class Broker {
  readonly #scheduler: Scheduler;
  readonly #queued = new Set<string>();
  readonly #workers: Worker[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  engineOf(process: SimulatedProcess): TaskEngine {
    return {
      ready: () => Promise.resolve(),
      enqueue: async (turn) => {
        const { random } = this.#scheduler;
        await new Promise((resolve) => setTimeout(resolve, random.below(5)));
        const key = keyOf(turn);
        if (this.#queued.has(key) || random.chance(loss)) return;
        this.#queued.add(key);
        this.#deliverIn(turn, 0);
      },
      work: (run) => {
        this.#workers.push({ process, run });
        return { stop: () => Promise.resolve() };
      },
    };
  }

  #deliverIn(turn: TaskTurn, ms: number): void {
    this.#scheduler.scheduleOutside(ms + this.#scheduler.random.below(20), () => this.#deliver(turn));
  }

  #deliver(turn: TaskTurn): void {
    const [first, ...others] = this.#workers.filter(({ process }) => !process.isCrashed);
    if (first === undefined) return this.#deliverIn(turn, lockMs);
    const { process, run } = this.#scheduler.random.pick([first, ...others]);
    const controller = new AbortController();
    let isSettled = false;
    const settle = (end: DeliveryEnd): void => {
      if (isSettled) return;
      isSettled = true;
      if (end === 'settled') this.#queued.delete(keyOf(turn));
      else this.#deliverIn(turn, end.againInMs);
    };
    const watchLock = (): void => {
      if (isSettled) return;
      const isSilent = process.isCrashed || process.pausedUntil > this.#scheduler.now;
      if (!isSilent) return this.#scheduler.scheduleOutside(lockMs, watchLock);
      settle({ againInMs: 0 });
      this.#scheduler.schedule(0, () => controller.abort(), process);
    };
    this.#scheduler.scheduleOutside(lockMs, watchLock);
    const start = (): void => {
      run({ ...turn, signal: controller.signal }).then(settle, () => settle({ againInMs: 500 }));
    };
    this.#scheduler.schedule(0, start, process);
  }
}

function keyOf({ taskId, turn }: TaskTurn): string {
  return `${taskId}.${turn}`;
}
