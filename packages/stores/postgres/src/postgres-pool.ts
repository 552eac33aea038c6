import { StartUpError } from '@toolwire/internal';

/** One statement, as `pg` takes it. */
export interface PostgresStatement {
  readonly text: string;
  values?: unknown[];
  /** After how many milliseconds its connection is given up. */
  readonly query_timeout?: number;
}

/** Your own `Pool` of `pg`; it stays yours, to configure and to end. */
export interface PostgresPool {
  query(statement: PostgresStatement): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Refuses, when the program starts, what is no pool. */
export function checkPool(pool: PostgresPool): void {
  if (typeof pool === 'object' && pool !== null && typeof Reflect.get(pool, 'query') === 'function') {
    if (typeof Reflect.get(pool, 'release') !== 'function') return;
    throw new StartUpError(
      'TW_POSTGRES_POOL',
      'The pool of PostgreSQL is one connection. Give the pool itself: a connection that breaks is not replaced.',
    );
  }
  const kind = pool === null ? 'null' : typeof pool;
  throw new StartUpError(
    'TW_POSTGRES_POOL',
    `The pool of PostgreSQL is ${kind === 'object' ? 'an object that takes no statements' : `a ${kind}`}. Give your own: new Pool({ connectionString }) of pg.`,
  );
}
