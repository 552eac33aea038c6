import { describe, expect, it } from 'vitest';
import { checkPool, type PostgresPool } from '../src/postgres-pool.ts';

describe('checkPool', () => {
  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['postgres://db', 'a string'],
    [{}, 'an object without query()'],
  ])('rejects %j', (pool, got) => {
    expect(() => checkPool(pool as PostgresPool)).toThrow(
      `The PostgreSQL pool must be a Pool of pg, not ${got}. Pass new Pool({ connectionString }).`,
    );
  });
});
