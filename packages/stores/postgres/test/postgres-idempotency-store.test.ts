import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answered, Claim } from '@toolwire/idempotency';
import { idempotencyStoreContract } from '@toolwire/idempotency/contract';
import { anyPostgres, noPostgres, type PostgresServer } from '@toolwire/programs/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPostgresIdempotencyStore,
  type PostgresIdempotencyStore,
  type PostgresIdempotencyStoreOptions,
} from '../src/index.ts';
import { makeSchema, type OpenPool, openPool } from './databases.ts';

describe.skipIf(noPostgres !== undefined)(
  `keyed calls on PostgreSQL${noPostgres === undefined ? '' : `, skipped: ${noPostgres}`}`,
  () => {
    let postgres: Pick<PostgresServer, 'url' | 'remove'>;
    let pools: readonly [OpenPool, OpenPool];
    let shared: string;
    const leftOver: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      postgres = await anyPostgres();
      pools = [openPool(postgres.url), openPool(postgres.url)];
      shared = await newPlace();
    });
    afterAll(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
      for (const { close } of pools) await close();
      await postgres.remove();
    });
    const newPlace = async (): Promise<string> => {
      const { schema, drop } = await makeSchema(pools[0].pool);
      leftOver.push(drop);
      return schema;
    };
    let made = 0;
    const store = (options: PostgresIdempotencyStoreOptions = {}): PostgresIdempotencyStore => {
      made += 1;
      return createPostgresIdempotencyStore((pools[made % 2] as OpenPool).pool, { schema: shared, ...options });
    };

    it.concurrent.each(idempotencyStoreContract)('$title', ({ run }) =>
      run({
        make: ({ ttlMs, maxBytesPerOwner }) => store({ ttlMs, maxBytesPerOwner, leaseMs: Math.min(10_000, ttlMs) }),
      }),
    );

    it.concurrent('frees a claim whose owner does not renew it, for those who may take over', async () => {
      const short = store({ leaseMs: 2_000, ttlMs: 60_000, schema: await newPlace() });
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
      expect(performance.now() - claimedAt).toBeGreaterThan(1_500);
      await short.renew([renewed]);
      expect(await short.claim(claimOf(renewed.key))).toStrictEqual({ state: 'running', token: renewed.token });
      expect(await short.claim(claimOf(lost.key, { takeOver: true }))).toStrictEqual({ state: 'mine' });
      // Whoever was thought lost gets nothing back.
      await short.renew([lost]);
      expect(await short.settle(lost, kept('too late'))).toBe('taken');
    });

    it.concurrent('takes nobody for lost while nobody could reach PostgreSQL: owners have a lease from then on to make themselves known', async () => {
      const short = store({ leaseMs: 200, ttlMs: 60_000, schema: await newPlace() });
      const [slow, abandoned] = [claimOf('slow'), claimOf('abandoned')];
      for (const claim of [slow, abandoned]) await short.claim(claim);
      await short.abandon(abandoned);
      await wait(450);
      const askedAt = performance.now();
      expect(await short.claim(claimOf('slow', { takeOver: true }))).toStrictEqual({
        state: 'running',
        token: slow.token,
      });
      expect(await short.claim(claimOf('abandoned', { takeOver: true }))).toStrictEqual({ state: 'mine' });
      let found = await short.claim(claimOf('slow', { takeOver: true }));
      while (found.state === 'running') {
        await wait(20);
        found = await short.claim(claimOf('slow', { takeOver: true }));
      }
      expect(found).toStrictEqual({ state: 'mine' });
      expect(performance.now() - askedAt).toBeGreaterThan(150);
    });

    it.concurrent('makes runs known again of which it knows nothing, and no others', async () => {
      const one = store();
      const [forgotten, other] = [claimOf(randomUUID()), claimOf(randomUUID())];
      await one.claim(other);
      await one.renew([forgotten, claimOf(other.key), forgotten]);
      expect(await one.claim(claimOf(forgotten.key))).toStrictEqual({ state: 'running', token: forgotten.token });
      expect(await one.claim(claimOf(other.key))).toStrictEqual({ state: 'running', token: other.token });
    });

    it.concurrent('keeps a run for a lease where the clock is set back, and no longer', async () => {
      const schema = await newPlace();
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

    it.concurrent('leaves nothing behind when answers have lapsed', async () => {
      const schema = await newPlace();
      const one = store({ schema, leaseMs: 50, ttlMs: 100 });
      for (let index = 0; index < 10; index += 1) {
        const claim = claimOf(`${index}`, { owner: 'ada' });
        await one.claim(claim);
        if (index % 2 === 0) await one.settle(claim, kept('x'.repeat(300)));
        else await one.release(claim);
      }
      await wait(200);
      const last = claimOf('last');
      await one.claim(last);
      await one.release(last);
      for (const table of ['calls', 'answered']) {
        expect((await pools[0].pool.query(`SELECT * FROM ${schema}.${table}`)).rows).toStrictEqual([]);
      }
    });

    it.concurrent('REL-17: never sees a key, an input or an owner', async () => {
      const schema = await newPlace();
      const claim = claimOf('canary-key', { fingerprint: 'canary-input', owner: 'canary-owner' });
      for (const one of [store({ schema }), store({ schema, secret: 'pepper' })]) {
        await one.claim(claim);
        await one.settle(claim, kept('x'.repeat(300)));
      }
      const dump = async (table: string): Promise<readonly unknown[]> =>
        (await pools[0].pool.query<object>(`SELECT * FROM ${schema}.${table}`)).rows;
      const calls = await dump('calls');
      expect(calls).toHaveLength(2);
      expect(JSON.stringify([calls, await dump('answered')])).not.toContain('canary');
    });

    it.each([
      [{ leaseMs: 0 }, 'leaseMs is 0. Give a whole number of milliseconds of 1 or more.'],
      [{ ttlMs: 5_000 }, 'ttlMs is 5000. Give at least leaseMs, which is 10000.'],
      [{ schema: 'a"; DROP' }, "schema is 'a\"; DROP'. Write up to 63 of a-z, 0-9 and _, such as 'toolwire'."],
    ])('refuses %o', (options, message) => {
      expect(() => store(options)).toThrow(message);
    });
  },
);

function claimOf(key: string, fields: Partial<Claim> = {}): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver: false, ...fields };
}

function kept(text: string): Answered {
  return { fate: 'kept', text, bytes: 2 * text.length };
}
