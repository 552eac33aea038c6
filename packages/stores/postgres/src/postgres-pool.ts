import { isObject, kindOf, StartupError } from '@toolwire/internal';

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
