import type { BackgroundReport } from '@toolwire/internal';
import type { Delivery, DeliveryEnd, TaskEngine, TaskTurn, WorkerHandle } from '@toolwire/tasks';
import type { TaskFile } from './task-file.ts';
import { SqliteWorker, type SqliteWorkerConfig } from './task-worker.ts';

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
