import type { Delivery, DeliveryEnd, TaskEngine, TaskTurn, WorkerHandle } from '@toolwire/tasks';
import type { Report } from './change-feed.ts';
import type { TaskFile } from './task-file.ts';
import { SqliteWorker } from './task-worker.ts';
import type { TurnQueue } from './turn-queue.ts';

interface SqliteTaskEngineConfig {
  readonly file: TaskFile;
  readonly queue: TurnQueue;
  readonly maxRunning: number;
  readonly retryMs: number;
  readonly pollMs: number;
  readonly report: Report;
}

/** Delivers the turns in the file to workers of this and other processes. */
export class SqliteTaskEngine implements TaskEngine {
  readonly #config: SqliteTaskEngineConfig;
  readonly #workers = new Set<SqliteWorker>();

  constructor(config: SqliteTaskEngineConfig) {
    this.#config = config;
  }

  ready(): Promise<void> {
    return this.#config.file.ready();
  }

  async enqueue(turn: TaskTurn, options: { readonly notBeforeMs?: number | undefined } = {}): Promise<void> {
    await this.#config.queue.add(turn, options.notBeforeMs ?? 0);
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
