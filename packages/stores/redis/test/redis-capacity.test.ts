import { randomUUID } from 'node:crypto';
import type { Claim, StoredResult } from '@toolwire/idempotency';
import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import {
  createRedisIdempotencyStore,
  type RedisIdempotencyStore,
  type RedisIdempotencyStoreOptions,
} from '../src/index.ts';
import { type OpenClient, openClient } from './clients.ts';

const skipped = noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`;

describe.skipIf(noRedisServer !== undefined)(`the capacity for stored results on Redis${skipped}`, () => {
  let redis: RedisServer;
  let opened: OpenClient;
  beforeAll(async () => {
    redis = await startRedis();
    opened = await openClient(redis.url);
  });
  beforeEach(() => send(opened.client, ['FLUSHALL']));
  afterAll(async () => {
    await opened.close();
    await redis.remove();
  });
  const storeWith = (options: RedisIdempotencyStoreOptions = {}): RedisIdempotencyStore =>
    createRedisIdempotencyStore(opened.client, { trustEmpty: true, ...options });
  const usedBytes = async (): Promise<number> =>
    Number(/used_memory:(\d+)/.exec(String(await send(opened.client, ['INFO', 'memory'])))?.[1]);

  it('takes less than 2 kB for a small result, and stores the result of one owner while another has used its share', async () => {
    const store = storeWith({ maxBytes: 8 * mebibyte });
    const charged = await settle(store, 'small', storedResult('charged'));
    const before = await usedBytes();
    await inTurns(500, () => settle(store, 'modest', storedResult('done')));
    expect((await usedBytes()) - before).toBeLessThan(500 * 2_000);

    const [answer, keys] = [storedResult('x'.repeat(mebibyte / 4)), new Set<string>()];
    await inTurns(1_000, async () => void keys.add(await settle(store, 'greedy', answer)));
    // All of them would take 250 MiB.
    expect((await usedBytes()) - before).toBeLessThan(8 * mebibyte);
    const states = await Promise.all([...keys].map(async (key) => (await store.claim(claimOf(key, 'greedy'))).state));
    expect(states.filter((state) => state === 'completed')).toHaveLength(8);
    expect(states.filter((state) => state === 'not_stored')).toHaveLength(992);
    expect(await store.claim(claimOf(charged, 'small'))).toStrictEqual({ state: 'completed', text: 'charged' });
    const long = await settle(store, 'small', storedResult('y'.repeat(10_000)));
    expect(await store.claim(claimOf(long, 'small'))).toMatchObject({ state: 'completed' });
  });

  it('is limited in total for all owners, and small results are stored even then', async () => {
    const store = storeWith({ maxBytes: mebibyte });
    const answer = storedResult('x'.repeat(mebibyte / 8));
    const keys = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const owner = index % 2 === 0 ? undefined : `${index}`;
        return [await settle(store, owner, answer), owner] as const;
      }),
    );
    const states = await Promise.all(keys.map(async ([key, owner]) => (await store.claim(claimOf(key, owner))).state));
    expect(states.filter((state) => state === 'completed')).toHaveLength(8);
    expect(states.filter((state) => state === 'not_stored')).toHaveLength(8);
    const charged = await settle(store, 'new', storedResult('charged'));
    expect(await store.claim(claimOf(charged, 'new'))).toStrictEqual({ state: 'completed', text: 'charged' });
  });

  it('is freed when results expire, with their counters', async () => {
    const store = storeWith({ maxBytes: 4_000, leaseMs: 50, ttlMs: 2_000 });
    const answer = storedResult('x'.repeat(600));
    await settle(store, 'ada', answer);
    const full = await settle(store, 'ada', answer);
    expect(await store.claim(claimOf(full, 'ada'))).toStrictEqual({ state: 'not_stored' });
    await until(async () => {
      const key = await settle(store, 'ada', answer);
      return (await store.claim(claimOf(key, 'ada'))).state === 'completed';
    });
    await until(async () => {
      const keys = (await send(opened.client, ['KEYS', '*'])) as string[];
      return keys.length === 1 && keys[0] === '{toolwire}:idempotency:heartbeat';
    });
  });

  it('counts recent results only', async () => {
    const store = storeWith({ maxBytes: 40_000, leaseMs: 50, ttlMs: 2_000 });
    for (let index = 0; index < 60; index += 1) {
      const key = await settle(store, 'ada', storedResult('x'.repeat(300)));
      expect(await store.claim(claimOf(key, 'ada'))).toMatchObject({ state: 'completed' });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('counts a result once when it is settled twice', async () => {
    const store = storeWith({ maxBytes: 4_000 });
    const claim = claimOf(randomUUID(), 'ada');
    await store.claim(claim);
    for (let time = 0; time < 5; time += 1) await store.settle(claim, storedResult('x'.repeat(400)));
    const next = await settle(store, 'ada', storedResult('y'.repeat(400)));
    expect(await store.claim(claimOf(next, 'ada'))).toMatchObject({ state: 'completed' });
  });

  it('counts under a digest of the owner', async () => {
    await settle(storeWith(), 'canary-owner', storedResult('x'.repeat(400)));
    const keys = (await send(opened.client, ['KEYS', '*'])) as string[];
    expect(keys.filter((key) => key.includes(':usage'))).toHaveLength(2);
    expect(keys.join()).not.toContain('canary');
  });

  it('rejects an invalid number', () => {
    expect(() => storeWith({ maxBytes: 0.5 })).toThrow(
      `maxBytes must be a whole number of bytes of 1 or more, got 0.5.`,
    );
  });
});

const mebibyte = 2 ** 20;

/** Settles a claim with a unique key, and returns it. */
async function settle(store: RedisIdempotencyStore, owner: string | undefined, answer: StoredResult): Promise<string> {
  const claim = claimOf(randomUUID(), owner);
  expect(await store.claim(claim)).toStrictEqual({ state: 'acquired' });
  expect(await store.settle(claim, answer)).toBe('settled');
  return claim.key;
}

/** Does something so many times, 20 at once. */
async function inTurns(times: number, step: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 20) await Promise.all(Array.from({ length: 20 }, step));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

function claimOf(key: string, owner: string | undefined): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver: false, owner };
}

function storedResult(text: string): StoredResult {
  return { retention: 'stored', text, bytes: 2 * text.length };
}
