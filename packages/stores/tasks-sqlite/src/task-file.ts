import { resolve } from 'node:path';
import type { Database } from './database.ts';
import { type FileSettings, openFile } from './open-file.ts';
import { versionOfTask } from './task-statements.ts';
import { retryWhileBusy } from './transaction.ts';
import { type Change, WriteQueue } from './write-queue.ts';

/** A task file, which several processes of one machine read and write. */
export class TaskFile {
  readonly #settings: FileSettings;
  readonly #writes: WriteQueue;
  #database: Promise<Database> | undefined;
  #isClosed = false;

  constructor(settings: FileSettings) {
    this.#settings = { ...settings, path: resolve(settings.path) };
    this.#writes = new WriteQueue((step) => this.#retryWhileBusy(step));
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

  /** Commits a change atomically. A change that isn't durable doesn't wait for the disk, and a power failure may lose it. */
  write<Result>(change: Change<Result>, { durable = true }: { readonly durable?: boolean } = {}): Promise<Result> {
    return this.#writes.add(change, durable);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = this.#database;
    this.#database = undefined;
    // Callers that waited for the file have received the error.
    const database = await opening?.catch(() => undefined);
    database?.close();
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
