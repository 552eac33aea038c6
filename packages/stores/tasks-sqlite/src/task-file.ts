import { resolve } from 'node:path';
import { type FileSettings, openFile } from './open-file.ts';
import type { Statements } from './statements.ts';
import { untilFree } from './until-free.ts';
import { type Change, WriteQueue } from './write-queue.ts';

/** A file that several processes of one host read and write. */
export class TaskFile {
  readonly #settings: FileSettings;
  readonly #writes: WriteQueue;
  #opened: Promise<Statements> | undefined;
  #closed = false;

  constructor(settings: FileSettings) {
    this.#settings = { ...settings, path: resolve(settings.path) };
    this.#writes = new WriteQueue((step) => this.#patiently(step));
  }

  /** Rejects, in words that say what to do, where tasks could be lost. */
  async ready(): Promise<void> {
    await this.#open();
  }

  read<Seen>(look: (database: Statements) => Seen): Promise<Seen> {
    return this.#patiently(look);
  }

  /** Changes the file, whole or not at all. What may be lost with the power of the host need not wait for the disk. */
  write<Done>(change: Change<Done>, { durable = true }: { readonly durable?: boolean } = {}): Promise<Done> {
    return this.#writes.add(change, durable);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opened = this.#opened;
    this.#opened = undefined;
    // Whoever waited for a file that could not be opened has been told.
    const database = await opened?.catch(() => undefined);
    database?.close();
  }

  async #patiently<Done>(step: (database: Statements) => Done): Promise<Done> {
    const database = await this.#open();
    return untilFree(this.#settings.busyMs, () => {
      this.#checkOpen();
      return step(database);
    });
  }

  #open(): Promise<Statements> {
    this.#checkOpen();
    this.#opened ??= openFile(this.#settings).catch((error: unknown) => {
      // The next one may find that it was mended.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  #checkOpen(): void {
    if (this.#closed) throw new Error('The file of tasks is closed.');
  }
}
