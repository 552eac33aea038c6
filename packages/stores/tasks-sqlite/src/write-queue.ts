import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import type { Database } from './database.ts';
import { LockedError } from './errors.ts';
import { inTransaction } from './transaction.ts';

/** A change of the file, whose result resolves once it is committed. It may run more than once. */
export type Change<Result> = (database: Database) => Result;

/** Runs a step on the open file, and retries while another process holds the lock. */
export type RunStep = <Result>(step: (database: Database) => Result) => Promise<Result>;

interface Waiting {
  readonly change: Change<unknown>;
  readonly durable: boolean;
  readonly resolve: (done: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The most changes of one transaction. */
const maxBatchSize = 100;

/** Commits changes in order. Concurrent changes share a transaction, and so one wait for the disk. */
export class WriteQueue {
  readonly #runStep: RunStep;
  readonly #waiting: Waiting[] = [];
  #writing = false;

  constructor(runStep: RunStep) {
    this.#runStep = runStep;
  }

  add<Result>(change: Change<Result>, durable: boolean): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const settle = (done: unknown): void => resolve(done as Result);
      this.#waiting.push({ change, durable, resolve: settle, reject });
      if (!this.#writing) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      // SQLite is synchronous, so promises alone would block the event loop. Changes that arrive until then join the batch.
      await nextLoopTurn();
      await this.#write(this.#waiting.splice(0, maxBatchSize));
    }
    this.#writing = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#runStep((database) => writeBatch(database, batch));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    } catch (error) {
      if (batch.length === 1 || error instanceof LockedError) for (const { reject } of batch) reject(error);
      // One change has failed, for example because the disk is full. The others may succeed.
      else for (const waiting of batch) await this.#write([waiting]);
    }
  }
}

function writeBatch(database: Database, batch: readonly Waiting[]): unknown[] {
  const durable = batch.some((waiting) => waiting.durable);
  database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  return inTransaction(database, () => batch.map(({ change }) => change(database)));
}
