import {
  isObject,
  kindOf,
  noResponseError,
  rejectAfterTimeout,
  retryUntilTimeout,
  StartupError,
} from '@toolwire/internal';
import { explainError, isTransient } from './errors.ts';

/** A statement in the form of `pg`. */
interface PostgresStatement {
  readonly text: string;
  values?: unknown[];
  /** The timeout in milliseconds, after which `pg` closes the connection. */
  readonly query_timeout?: number;
}

/** Your `Pool` of `pg`. You configure and close it. */
export interface PostgresPool {
  query(statement: PostgresStatement): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Throws unless the value is a pool. */
export function checkPool(pool: PostgresPool): void {
  if (typeof pool === 'object' && pool !== null && typeof Reflect.get(pool, 'query') === 'function') {
    // Clients of `pg` have type parsers, and those of a pool are released. Pools have neither.
    if (!('getTypeParser' in pool) && !('release' in pool)) return;
    throw new StartupError(
      'TW_POSTGRES_POOL',
      'Expected a PostgreSQL pool, got a single connection, which is not replaced when it breaks. Pass a Pool of pg.',
    );
  }
  throw new StartupError(
    'TW_POSTGRES_POOL',
    `The PostgreSQL pool must be a Pool of pg, not ${isObject(pool) ? 'an object without query()' : kindOf(pool)}. Pass new Pool({ connectionString }).`,
  );
}

/** The rows that a statement returned. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Retries statements after transient errors. A response may be lost, so each statement must be safe to repeat. */
export class RetryingPool {
  readonly #pool: PostgresPool;
  readonly #schema: string;
  readonly #timeoutMs: number;
  readonly #noResponse: () => Error;

  constructor(pool: PostgresPool, schema: string, timeoutMs: number) {
    this.#pool = pool;
    this.#schema = schema;
    this.#timeoutMs = timeoutMs;
    this.#noResponse = noResponseError('PostgreSQL', timeoutMs);
  }

  /** `onLateRows` receives the rows of statements that took effect after the rejection. */
  async run(text: string, values: readonly unknown[], onLateRows?: (rows: Rows) => void): Promise<Rows> {
    try {
      return await retryUntilTimeout({
        send: (leftMs) => this.#query(text, values, leftMs),
        isTransient,
        timeoutMs: this.#timeoutMs,
        noResponse: this.#noResponse,
        onLateResult: onLateRows,
      });
    } catch (error) {
      throw explainError(error, this.#schema);
    }
  }

  /** Runs a statement without retries. */
  async runOnce(text: string, values: readonly unknown[]): Promise<Rows> {
    try {
      const rows = this.#query(text, values, this.#timeoutMs);
      return await rejectAfterTimeout(rows, this.#timeoutMs, this.#noResponse);
    } catch (error) {
      throw explainError(error, this.#schema);
    }
  }

  async #query(text: string, values: readonly unknown[], timeoutMs: number): Promise<Rows> {
    // The timeout closes silent connections, so they don't use up the pool.
    const { rows } = await this.#pool.query({ text, values: [...values], query_timeout: timeoutMs });
    return rows.filter((row): row is Rows[number] => typeof row === 'object' && row !== null);
  }
}
