import type { IdempotencyStatements } from './idempotency-statements.ts';
import type { RetryingPool } from './retrying-pool.ts';

/**
 * Records that PostgreSQL is reachable. After an outage, the owners of claims get a full lease to renew them, because they could not
 * do so before.
 */
export class Heartbeat {
  readonly #pool: RetryingPool;
  readonly #statements: IdempotencyStatements;
  readonly #leaseMs: number;
  #last: { readonly at: number; readonly done: Promise<unknown> } | undefined;

  constructor(pool: RetryingPool, statements: IdempotencyStatements, leaseMs: number) {
    this.#pool = pool;
    this.#statements = statements;
    this.#leaseMs = leaseMs;
  }

  /** Stores a heartbeat, unless the last one is younger than an eighth of a lease. Each one also deletes expired rows. */
  beat(): Promise<unknown> {
    const now = performance.now();
    const last = this.#last;
    if (last !== undefined && now - last.at < this.#leaseMs / 8) return last.done;
    const done = this.#beat();
    this.#last = { at: now, done };
    done.catch(() => {
      this.#last = undefined;
    });
    return done;
  }

  async #beat(): Promise<void> {
    await this.#pool.runOnce(this.#statements.heartbeat, [this.#leaseMs]);
    await this.#pool.runOnce(this.#statements.purge, []);
  }
}
