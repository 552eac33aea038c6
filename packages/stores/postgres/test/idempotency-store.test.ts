import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Claim, ClaimResult, StoredResult } from '@toolwire/idempotency';
import { idempotencyStoreContract } from '@toolwire/idempotency/contract';
import { anyPostgres, noPostgres, type PostgresServer } from '@toolwire/programs/postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createPostgresIdempotencyStore,
  type PostgresIdempotencyStore,
  type PostgresIdempotencyStoreOptions,
} from '../src/index.ts';
import type { PostgresPool } from '../src/postgres-pool.ts';
import { makeSchema, type OpenPool, openPool } from './databases.ts';

describe.skipIf(noPostgres !== undefined)(
  `the PostgreSQL idempotency store${noPostgres === undefined ? '' : `, skipped: ${noPostgres}`}`,
  () => {
    let postgres: Pick<PostgresServer, 'url' | 'remove'>;
    let pools: readonly [OpenPool, OpenPool];
    let shared: string;
    const cleanups: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      postgres = await anyPostgres();
      pools = [openPool(postgres.url), openPool(postgres.url)];
      shared = await newSchemaWithTables();
    });
    afterAll(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      for (const { close } of pools) await close();
      await postgres.remove();
    });
    const newSchemaWithTables = async (): Promise<string> => {
      const { schema, drop } = await makeSchema(pools[0].pool);
      cleanups.push(drop);
      return schema;
    };
    let made = 0;
    const store = (options: PostgresIdempotencyStoreOptions = {}): PostgresIdempotencyStore => {
      made += 1;
      return createPostgresIdempotencyStore((pools[made % 2] as OpenPool).pool, { schema: shared, ...options });
    };

    it.concurrent.each(idempotencyStoreContract)('$title', ({ run }) =>
      run({
        make: ({ ttlMs, maxBytes }) => store({ ttlMs, maxBytes, leaseMs: Math.min(10_000, ttlMs) }),
      }),
    );

    it.concurrent('lets a claim take over after the lease of the owner expired', async () => {
      const short = store({ leaseMs: 2_000, ttlMs: 60_000, schema: await newSchemaWithTables() });
      const [lost, renewed] = [claimOf(randomUUID()), claimOf(randomUUID())];
      const claimedAt = performance.now();
      for (const claim of [lost, renewed]) await short.claim(claim);
      let found = await short.claim(claimOf(lost.key));
      while (found.state === 'running') {
        await wait(100);
        await short.renew([renewed]);
        found = await short.claim(claimOf(lost.key));
      }
      expect(found).toStrictEqual({ state: 'in_doubt' });
      // The owner was only paused, and resumes.
      await short.renew([lost]);
      expect(await short.settle(lost, storedResult('late'))).toBe('taken');
      expect(await short.claim(claimOf(lost.key))).toStrictEqual({ state: 'in_doubt' });
      expect(performance.now() - claimedAt).toBeGreaterThan(1_500);
      await short.renew([renewed]);
      expect(await short.claim(claimOf(renewed.key))).toStrictEqual({ state: 'running', token: renewed.token });
      expect(await short.claim(claimOf(lost.key, { takeOver: true }))).toStrictEqual({ state: 'acquired' });
      // The lost owner can't get the claim back.
      await short.renew([lost]);
      expect(await short.settle(lost, storedResult('too late'))).toBe('taken');
    });

    it.concurrent('gives owners a full lease to renew after PostgreSQL was unreachable', async () => {
      const short = store({ leaseMs: 200, ttlMs: 60_000, schema: await newSchemaWithTables() });
      const [slow, abandoned] = [claimOf('slow'), claimOf('abandoned')];
      for (const claim of [slow, abandoned]) await short.claim(claim);
      await short.abandon(abandoned);
      await wait(450);
      const askedAt = performance.now();
      expect(await short.claim(claimOf('slow', { takeOver: true }))).toStrictEqual({
        state: 'running',
        token: slow.token,
      });
      expect(await short.claim(claimOf('abandoned', { takeOver: true }))).toStrictEqual({ state: 'acquired' });
      let found = await short.claim(claimOf('slow', { takeOver: true }));
      while (found.state === 'running') {
        await wait(20);
        found = await short.claim(claimOf('slow', { takeOver: true }));
      }
      expect(found).toStrictEqual({ state: 'acquired' });
      expect(performance.now() - askedAt).toBeGreaterThan(150);
    });

    it.concurrent('grants the key to a claim that waits while a result is dropped, and gives it no empty result', async () => {
      const { pool } = pools[0];
      const [owner, maxBytes] = [randomUUID(), 4_000];
      const first = claimOf(randomUUID(), { owner });
      const waiting = claimOf(first.key, { owner, awaited: first.token });
      const granted: ClaimResult[] = [];
      const interrupted: PostgresPool = {
        async query(statement) {
          const isRelease = statement.text.startsWith('DELETE') && statement.values?.[1] === first.token;
          if (isRelease) granted.push(await store().claim(waiting));
          return pool.query(statement);
        },
      };
      const one = createPostgresIdempotencyStore(interrupted, { schema: shared, maxBytes });
      await one.claim(first);
      const tooLarge = { ...storedResult('x'.repeat(maxBytes + 1)), retention: 'delivered' } as const;
      expect(await one.settle(first, tooLarge)).toBe('settled');
      expect(granted).toStrictEqual([{ state: 'acquired' }]);
      expect(await one.claim(claimOf(first.key))).toStrictEqual({ state: 'running', token: waiting.token });
    });

    it.concurrent('restores lost claims on renewal, and leaves the claims of other owners', async () => {
      const one = store();
      const [forgotten, other] = [claimOf(randomUUID()), claimOf(randomUUID())];
      await one.claim(other);
      await one.renew([forgotten, claimOf(other.key), forgotten]);
      expect(await one.claim(claimOf(forgotten.key))).toStrictEqual({ state: 'running', token: forgotten.token });
      expect(await one.claim(claimOf(other.key))).toStrictEqual({ state: 'running', token: other.token });
    });

    it.concurrent('shortens a claim to one lease when the clock is set back', async () => {
      const schema = await newSchemaWithTables();
      const one = store({ schema });
      const claim = claimOf('a');
      await one.claim(claim);
      await pools[0].pool.query(`UPDATE ${schema}.calls SET lease_ends = lease_ends + interval '1 hour'`);
      expect(await one.claim(claimOf('a'))).toStrictEqual({ state: 'running', token: claim.token });
      const { rows } = await pools[0].pool.query(
        `SELECT lease_ends <= clock_timestamp() + interval '10 seconds' AS is_cut FROM ${schema}.calls`,
      );
      expect(rows).toStrictEqual([{ is_cut: true }]);
    });

    it.concurrent('deletes expired results and their usage', async () => {
      const schema = await newSchemaWithTables();
      const one = store({ schema, leaseMs: 50, ttlMs: 100 });
      for (let index = 0; index < 10; index += 1) {
        const claim = claimOf(`${index}`, { owner: 'ada' });
        await one.claim(claim);
        if (index % 2 === 0) await one.settle(claim, storedResult('x'.repeat(300)));
        else await one.release(claim);
      }
      await wait(200);
      const last = claimOf('last');
      await one.claim(last);
      await one.release(last);
      for (const table of ['calls', 'result_usage']) {
        const rows = async (): Promise<unknown> => await pools[0].pool.query(`SELECT * FROM ${schema}.${table}`);
        await vi.waitFor(async () => expect(await rows()).toMatchObject({ rows: [] }));
      }
    });

    it.concurrent('deletes all expired rows after a heartbeat, more than one statement does', async () => {
      const { pool } = pools[0];
      const schema = await newSchemaWithTables();
      await pool.query(`
        INSERT INTO ${schema}.calls (key, state, token, fingerprint, expires_at)
        SELECT 'key-' || n, 'stored', 'token', 'same', clock_timestamp() FROM generate_series(1, 2500) AS n`);
      await store({ schema }).claim(claimOf('new'));
      const left = async (): Promise<unknown> =>
        await pool.query(`SELECT key FROM ${schema}.calls WHERE state = 'stored'`);
      await vi.waitFor(async () => expect(await left()).toMatchObject({ rows: [] }));
    });

    it.concurrent('grants and renews claims while expired rows cannot be deleted, and reports why', async () => {
      const { pool } = pools[0];
      const error = new Error('canceling statement due to lock timeout');
      const locked: PostgresPool = {
        query: (statement) => (statement.text.includes('purged_calls') ? Promise.reject(error) : pool.query(statement)),
      };
      const one = createPostgresIdempotencyStore(locked, { schema: await newSchemaWithTables() });
      const reported: unknown[] = [];
      one.reportTo?.((problem) => reported.push(problem));
      const claim = claimOf('a');
      expect(await one.claim(claim)).toStrictEqual({ state: 'acquired' });
      await one.renew([claim]);
      await vi.waitFor(() => expect(reported).toStrictEqual([error]));
    });

    it.concurrent('REL-17: stores no key, input or owner in clear text', async () => {
      const schema = await newSchemaWithTables();
      const claim = claimOf('canary-key', { fingerprint: 'canary-input', owner: 'canary-owner' });
      for (const one of [store({ schema }), store({ schema, secret: 'pepper' })]) {
        await one.claim(claim);
        await one.settle(claim, storedResult('x'.repeat(300)));
      }
      const dump = async (table: string): Promise<readonly unknown[]> =>
        (await pools[0].pool.query<object>(`SELECT * FROM ${schema}.${table}`)).rows;
      const calls = await dump('calls');
      expect(calls).toHaveLength(2);
      expect(JSON.stringify([calls, await dump('result_usage')])).not.toContain('canary');
    });

    it.each([
      [{ leaseMs: 0 }, 'leaseMs must be a whole number of milliseconds from 1 to 2147483647, got 0.'],
      // Node fires a longer timer at once, so claims would be renewed without a pause.
      [{ leaseMs: 2 ** 31, ttlMs: 2 ** 31 }, 'leaseMs must be a whole number of milliseconds from 1 to 2147483647'],
      [{ ttlMs: 5_000 }, 'ttlMs must be at least leaseMs (10000), got 5000.'],
      [
        { schema: 'Calls' },
        "The name of the PostgreSQL schema must be like 'toolwire': 1 to 63 characters (a-z, 0-9 or _), and no digit at the start. Got 'Calls'.",
      ],
      [{ schema: 'a"; DROP' }, 'Got a string.'],
      [{ schema: 'postgres://app:secret@db/app' }, 'Got a string.'],
    ])('rejects the options %o', (options, message) => {
      expect(() => store(options)).toThrow(message);
    });
  },
);

function claimOf(key: string, fields: Partial<Claim> = {}): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver: false, ...fields };
}

function storedResult(text: string): StoredResult {
  return { retention: 'stored', text, bytes: 2 * text.length };
}
