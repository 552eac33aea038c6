import type { Delivery, DeliveryEnd, TaskEngine, TaskTurn, WorkerHandle } from '@toolwire/tasks';
import type { Report } from './change-feed.ts';
import { SqliteWorker } from './sqlite-worker.ts';
import type { TaskFile } from './task-file.ts';
import type { TurnQueue } from './turn-queue.ts';

/** What an engine is made of. */
export interface EngineParts {
  readonly file: TaskFile;
  readonly queue: TurnQueue;
  readonly maxRunning: number;
  readonly retryMs: number;
  readonly pollMs: number;
  readonly report: Report;
}

/** Delivers what stands in the file, to workers of this process and of others. */
export class SqliteTaskEngine implements TaskEngine {
  readonly #parts: EngineParts;
  readonly #workers = new Set<SqliteWorker>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  ready(): Promise<void> {
    return this.#parts.file.ready();
  }

  async enqueue(turn: TaskTurn, options: { readonly notBeforeMs?: number | undefined } = {}): Promise<void> {
    await this.#parts.queue.add(turn, options.notBeforeMs ?? 0);
    this.wake();
  }

  work(run: (delivery: Delivery) => Promise<DeliveryEnd>): WorkerHandle {
    const worker = new SqliteWorker(run, this.#parts);
    this.#workers.add(worker);
    worker.begin();
    return {
      stop: async () => {
        await worker.stop();
        this.#workers.delete(worker);
      },
    };
  }

  /** Has the workers of this process look at once. */
  wake(): void {
    for (const worker of this.#workers) worker.wake();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
  }
}
