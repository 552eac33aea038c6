import type { CallStatements } from './call-statements.ts';
import type { PatientPool } from './patient-pool.ts';

/** What a process does now and then, before it asks for anything: it says that it is there, and forgets what has lapsed. */
export class Attendance {
  readonly #pool: PatientPool;
  readonly #statements: CallStatements;
  readonly #leaseMs: number;
  #attended: { readonly at: number; readonly done: Promise<unknown> } | undefined;

  constructor(pool: PatientPool, statements: CallStatements, leaseMs: number) {
    this.#pool = pool;
    this.#statements = statements;
    this.#leaseMs = leaseMs;
  }

  /** Resolves once PostgreSQL knows that somebody has reached it within an eighth of a lease. */
  attend(): Promise<unknown> {
    const now = performance.now();
    const attended = this.#attended;
    if (attended !== undefined && now - attended.at < this.#leaseMs / 8) return attended.done;
    const done = this.#attend();
    this.#attended = { at: now, done };
    done.catch(() => {
      this.#attended = undefined;
    });
    return done;
  }

  async #attend(): Promise<void> {
    await this.#pool.runOnce(this.#statements.attend, [this.#leaseMs]);
    await this.#pool.runOnce(this.#statements.purge, []);
  }
}
