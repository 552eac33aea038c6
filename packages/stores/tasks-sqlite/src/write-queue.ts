import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Statements } from './statements.ts';
import { inTransaction } from './transaction.ts';
import { LockedError } from './until-free.ts';

/** A change of the file; what it answers is handed on once the change is kept. It may be tried more than once. */
export type Change<Done> = (database: Statements) => Done;

/** Runs a step on the open file as soon as no other process is in its way. */
export type Patiently = <Done>(step: (database: Statements) => Done) => Promise<Done>;

interface Waiting {
  readonly change: Change<unknown>;
  readonly durable: boolean;
  readonly resolve: (done: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** So many wait for the disk together. */
const mostTogether = 100;

/** Changes in the order in which they came. Those that come at once share a transaction, and so one wait for the disk. */
export class WriteQueue {
  readonly #patiently: Patiently;
  readonly #waiting: Waiting[] = [];
  #writing = false;

  constructor(patiently: Patiently) {
    this.#patiently = patiently;
  }

  add<Done>(change: Change<Done>, durable: boolean): Promise<Done> {
    return new Promise<Done>((resolve, reject) => {
      const settle = (done: unknown): void => resolve(done as Done);
      this.#waiting.push({ change, durable, resolve: settle, reject });
      if (!this.#writing) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      // SQLite answers at once, so promises alone would never let the event loop have its turn; and who comes until then comes along.
      await nextTurn();
      await this.#write(this.#waiting.splice(0, mostTogether));
    }
    this.#writing = false;
  }

  async #write(together: readonly Waiting[]): Promise<void> {
    try {
      const done = await this.#patiently((database) => writeTogether(database, together));
      for (const [index, { resolve }] of together.entries()) resolve(done[index]);
    } catch (error) {
      if (together.length === 1 || error instanceof LockedError) for (const { reject } of together) reject(error);
      // One of them has failed, such as the one for which the disk has no room: the others need not.
      else for (const one of together) await this.#write([one]);
    }
  }
}

function writeTogether(database: Statements, together: readonly Waiting[]): unknown[] {
  const durable = together.some((one) => one.durable);
  database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  return inTransaction(database, () => together.map(({ change }) => change(database)));
}
