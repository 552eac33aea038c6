import { resolve } from 'node:path';
import type { Database } from './database.ts';
import { type FileSettings, openFile } from './open-file.ts';
import { retryWhileBusy } from './transaction.ts';
import { type Change, WriteQueue } from './write-queue.ts';

/** A task file, which several processes of one machine read and write. */
export class TaskFile {
  readonly #settings: FileSettings;
  readonly #writes: WriteQueue;
  #opened: Promise<Database> | undefined;
  #closed = false;

  constructor(settings: FileSettings) {
    this.#settings = { ...settings, path: resolve(settings.path) };
    this.#writes = new WriteQueue((step) => this.#retryWhileBusy(step));
  }

  /** Rejects if tasks could be lost. */
  async ready(): Promise<void> {
    await this.#open();
  }

  read<Result>(query: (database: Database) => Result): Promise<Result> {
    return this.#retryWhileBusy(query);
  }

  /** Commits a change atomically. A change that a power failure may lose doesn't wait for the disk. */
  write<Done>(change: Change<Done>, { durable = true }: { readonly durable?: boolean } = {}): Promise<Done> {
    return this.#writes.add(change, durable);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opened = this.#opened;
    this.#opened = undefined;
    // Callers that waited for the file have received the error.
    const database = await opened?.catch(() => undefined);
    database?.close();
  }

  async #retryWhileBusy<Done>(step: (database: Database) => Done): Promise<Done> {
    const database = await this.#open();
    return retryWhileBusy(this.#settings.busyTimeoutMs, () => {
      this.#checkOpen();
      return step(database);
    });
  }

  #open(): Promise<Database> {
    this.#checkOpen();
    this.#opened ??= openFile(this.#settings).catch((error: unknown) => {
      // The next attempt may succeed.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  #checkOpen(): void {
    if (this.#closed) throw new Error('The task file is closed.');
  }
}
