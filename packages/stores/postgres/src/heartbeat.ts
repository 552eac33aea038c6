import type { IdempotencyStatements } from './idempotency-statements.ts';
import type { RetryingPool } from './postgres-pool.ts';
import { purgeBatchSize } from './sql.ts';

interface HeartbeatConfig {
  readonly pool: RetryingPool;
  readonly statements: IdempotencyStatements;
  readonly leaseMs: number;
  /** Receives errors of background work. */
  readonly report: (error: unknown) => void;
}

/**
 * Records that PostgreSQL is reachable. After an outage, the owners of claims get a full lease to renew them, because they could not
 * do so before.
 */
export class Heartbeat {
  readonly #config: HeartbeatConfig;
  #last: { readonly at: number; readonly done: Promise<unknown> } | undefined;
  #isPurging = false;

  constructor(config: HeartbeatConfig) {
    this.#config = config;
  }

  /** Stores a heartbeat, unless the last one is younger than an eighth of a lease. Each one also deletes expired rows, in the background. */
  beat(): Promise<unknown> {
    const { pool, statements, leaseMs } = this.#config;
    const now = performance.now();
    const last = this.#last;
    if (last !== undefined && now - last.at < leaseMs / 8) return last.done;
    const done = pool.runOnce(statements.heartbeat, [leaseMs]);
    this.#last = { at: now, done };
    done.then(
      () => this.#purge(),
      () => {
        this.#last = undefined;
      },
    );
    return done;
  }

  async #purge(): Promise<void> {
    if (this.#isPurging) return;
    this.#isPurging = true;
    const { pool, statements, report } = this.#config;
    try {
      let deleted: number;
      do {
        const [row] = await pool.runOnce(statements.purge, []);
        deleted = Number(row?.['deleted']);
      } while (deleted >= purgeBatchSize);
    } catch (error) {
      report(error);
    }
    this.#isPurging = false;
  }
}
