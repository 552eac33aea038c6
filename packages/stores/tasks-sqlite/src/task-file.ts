import { resolve as resolvePath } from 'node:path';
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import type { Database } from './database.ts';
import { type FileSettings, openFile } from './open-file.ts';
import { versionOfTask } from './task-statements.ts';
import { inTransaction, LockedError, retryWhileBusy } from './transaction.ts';

/** A change of the file, whose result resolves once it is committed. It may run more than once. */
type Change<Result> = (database: Database) => Result;

interface Waiting {
  readonly change: Change<unknown>;
  readonly durable: boolean;
  readonly resolve: (done: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The most changes of one transaction. */
const maxBatchSize = 100;

/** How often each process polls the file for changes by other processes. */
export const pollMs = 100;

/** A task file, which several processes of one machine read and write. */
export class TaskFile {
  readonly #settings: FileSettings;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;
  #database: Promise<Database> | undefined;
  #isClosed = false;

  constructor(settings: FileSettings) {
    this.#settings = { ...settings, path: resolvePath(settings.path) };
  }

  /** Opens the file. Rejects if tasks could be lost. */
  async ready(): Promise<void> {
    await this.#open();
  }

  read<Result>(query: (database: Database) => Result): Promise<Result> {
    return this.#retryWhileBusy(query);
  }

  /** The versions of tasks; `undefined` for a deleted one. A closed file has no more changes, so this never resolves. */
  async versionsOf(ids: readonly string[], wall: number): Promise<readonly (number | undefined)[]> {
    if (this.#isClosed) return new Promise(() => undefined);
    return this.read((database) => ids.map((id) => versionOfTask(database, id, wall)));
  }

  /**
   * Commits a change atomically, after the earlier ones. Concurrent changes share a transaction, and so one wait for the disk. A change
   * that isn't durable doesn't wait for the disk, and a power failure may lose it.
   */
  write<Result>(change: Change<Result>, { durable = true }: { readonly durable?: boolean } = {}): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const settle = (done: unknown): void => resolve(done as Result);
      this.#waiting.push({ change, durable, resolve: settle, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = this.#database;
    this.#database = undefined;
    // Callers that waited for the file have received the error.
    const database = await opening?.catch(() => undefined);
    database?.close();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      // SQLite is synchronous, so promises alone would block the event loop. Changes that arrive until then join the batch.
      await nextLoopTurn();
      await this.#write(this.#waiting.splice(0, maxBatchSize));
    }
    this.#isWriting = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#retryWhileBusy((database) => writeBatch(database, batch));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    } catch (error) {
      if (batch.length === 1 || error instanceof LockedError) for (const { reject } of batch) reject(error);
      // One change has failed, for example because the disk is full. The others may succeed.
      else for (const waiting of batch) await this.#write([waiting]);
    }
  }

  async #retryWhileBusy<Result>(step: (database: Database) => Result): Promise<Result> {
    const database = await this.#open();
    return retryWhileBusy(this.#settings.timeoutMs, () => {
      this.#checkOpen();
      return step(database);
    });
  }

  #open(): Promise<Database> {
    this.#checkOpen();
    this.#database ??= openFile(this.#settings).catch((error: unknown) => {
      // The next attempt may succeed.
      this.#database = undefined;
      throw error;
    });
    return this.#database;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error('The task file is closed.');
  }
}

function writeBatch(database: Database, batch: readonly Waiting[]): unknown[] {
  const durable = batch.some((waiting) => waiting.durable);
  database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  return inTransaction(database, () => batch.map(({ change }) => change(database)));
}
