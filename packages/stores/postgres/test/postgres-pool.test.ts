import { Client, Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { checkPool, type PostgresPool, RetryingPool } from '../src/postgres-pool.ts';

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

  it.each<[string, object]>([
    ['a client', new Client()],
    ['a client with pg-native', { query: () => undefined, getTypeParser: () => undefined }],
    ['a client of a pool', { query: () => undefined, release: () => undefined }],
  ])('rejects %s, which is a single connection', (_kind, client) => {
    expect(() => checkPool(client as PostgresPool)).toThrow(
      'Expected a PostgreSQL pool, got a single connection, which is not replaced when it breaks. Pass a Pool of pg.',
    );
  });

  it('accepts a pool of pg, and an object with the same query()', () => {
    expect(() => checkPool(new Pool())).not.toThrow();
    expect(() => checkPool({ query: async () => ({ rows: [] }) })).not.toThrow();
  });
});

describe('RetryingPool', () => {
  const failingOnce = (code: string): PostgresPool => {
    let queries = 0;
    return {
      query: async () => {
        queries += 1;
        if (queries === 1) throw Object.assign(new Error('The first query fails.'), { code });
        return { rows: [{ queries }] };
      },
    };
  };

  it.each(['ECONNRESET', 'EPIPE', '40001'])('retries after %s', async (code) => {
    expect(await new RetryingPool(failingOnce(code), '"toolwire"', 1_000).run('SELECT 1', [])).toEqual([
      { queries: 2 },
    ]);
  });

  it.each(['23505', 'XX001'])('rejects at once after %s', async (code) => {
    const pool = new RetryingPool(failingOnce(code), '"toolwire"', 1_000);
    await expect(pool.run('SELECT 1', [])).rejects.toMatchObject({ code });
  });
});
