import { randomUUID } from 'node:crypto';
import type { Claim, IdempotencyStore } from '@toolwire/idempotency';
import { idempotencyStoreContract } from '@toolwire/idempotency/contract';
import { noRedisServer } from '@toolwire/programs/redis';
import { type RedisCluster, startRedisCluster } from '@toolwire/programs/redis-cluster';
import { vaultStoreContract } from '@toolwire/sign-in/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createRedisIdempotencyStore,
  createRedisMailbox,
  createRedisRateStore,
  createRedisTaskStore,
  createRedisVaultStore,
  type RedisIdempotencyStoreOptions,
} from '../src/index.ts';
import type { OpenClient } from './clients.ts';
import { clusterKinds } from './cluster-clients.ts';

const skipped = noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`;

describe.skipIf(noRedisServer !== undefined)(`on a Redis Cluster of six nodes${skipped}`, () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster('appendonly yes', 'min-replicas-to-write 1');
  });
  afterAll(() => cluster?.remove());

  describe.each(Object.entries(clusterKinds))('by %s', (_name, open) => {
    let opened: OpenClient;
    beforeAll(async () => {
      opened = await open(cluster.nodes.map(({ url }) => url));
    });
    afterAll(() => opened?.close());

    const prefix = `{test-${randomUUID()}}:`;
    const store = (options: RedisIdempotencyStoreOptions = {}): ReturnType<typeof createRedisIdempotencyStore> =>
      createRedisIdempotencyStore(opened.client, { prefix, trustEmpty: true, ...options });

    it.concurrent.each([1, 8].flatMap(contractWith))('$title, with $shards hash slots', ({ run, shards }) =>
      run({
        make: ({ ttlMs, maxBytes }) =>
          store({
            ttlMs,
            maxBytes,
            shards,
            leaseMs: Math.min(10_000, ttlMs),
          }),
      }),
    );

    it.concurrent.each(vaultStoreContract)('vault: $title', ({ run }) => {
      const vault = `{vault-${randomUUID()}}:`;
      return run({ make: () => createRedisVaultStore(opened.client, { prefix: vault }) });
    });

    it('counts calls, and carries messages', async () => {
      const rates = createRedisRateStore(opened.client, { prefix });
      const take = async (): Promise<boolean> =>
        (await rates.take('caller', 1, { limit: 2, windowMs: 60_000 })).allowed;
      expect([await take(), await take(), await take()]).toEqual([true, true, false]);
      const mailbox = createRedisMailbox(opened.client, { prefix });
      await mailbox.leave('a', 'text', 60_000);
      expect(await mailbox.collect(['a', 'b'])).toEqual(['text', undefined]);
    });

    it('refuses prefixes without a hash tag, and tasks', () => {
      expect(() => store({ prefix: 'plain:' })).toThrow(
        "On a Redis Cluster, prefix must contain a hash tag, such as '{toolwire}:', got 'plain:'.",
      );
      expect(() => createRedisTaskStore(opened.client)).toThrow('The task store does not support Redis Cluster.');
    });

    it('is ready, and keeps claims and results while their slot moves to another primary', async () => {
      const moving = `{moving-${randomUUID()}}:`;
      const claims = store({ prefix: moving });
      await claims.ready();
      const [running, done] = [claimOf('running'), claimOf('done')];
      for (const claim of [running, done]) await claims.claim(claim);
      await claims.settle(done, { retention: 'stored', text: 'result', bytes: 6 });
      const before = await cluster.primaryOf(moving);
      await cluster.moveSlot(moving);
      expect((await cluster.primaryOf(moving)).port).not.toBe(before.port);
      expect(await stateOf(claims, 'running')).toBe('running');
      expect(await stateOf(claims, 'done')).toBe('completed');
      expect(await claims.settle(running, { retention: 'stored', text: 'late', bytes: 4 })).toBe('settled');
      expect(await stateOf(claims, 'running')).toBe('completed');
    });
  });
});

describe.skipIf(noRedisServer !== undefined)(`when a replica takes over${skipped}`, () => {
  it.each(Object.entries(clusterKinds))(
    'FAULT-14: a running call is not run by another process, and the loss is reported: %s',
    async (_name, open) => {
      const cluster = await startRedisCluster('appendonly yes');
      let opened: OpenClient | undefined;
      try {
        opened = await open(cluster.nodes.map(({ url }) => url));
        const { client } = opened;
        const prefix = '{failover}:';
        const leaseMs = 3_000;
        const store = createRedisIdempotencyStore(client, {
          prefix,
          leaseMs,
          trustEmpty: true,
          allowUnsafeFailover: true,
        });
        const running = claimOf('running');
        expect((await store.claim(running)).state).toBe('acquired');
        const renewal = setInterval(() => {
          renew(store, running).catch(ignoreOutage);
        }, leaseMs / 6);
        try {
          const primary = await cluster.primaryOf(prefix);
          await primary.stop('SIGKILL');
          await cluster.untilFailover(prefix, primary);
          const states: string[] = [];
          await vi.waitFor(
            async () => {
              states.push(
                await stateOf(store, 'running').catch(messageOf),
                await stateOf(store, 'other').catch(messageOf),
              );
              expect(states.at(-1)).toBe('acquired');
            },
            { interval: 200 },
          );
          expect(states).toContainEqual(expect.stringContaining('Redis has lost data about calls'));
          expect(await stateOf(store, 'running')).toBe('running');
          expect(states.filter((_state, index) => index % 2 === 0)).not.toContain('acquired');
        } finally {
          clearInterval(renewal);
        }
      } finally {
        await opened?.close();
        await cluster.remove();
      }
    },
  );
});

/** Each slot has its part of the bytes, so the case that fills them with a few results needs one slot. */
function contractWith(shards: number): readonly ((typeof idempotencyStoreContract)[number] & { shards: number })[] {
  const cases =
    shards === 1
      ? idempotencyStoreContract
      : idempotencyStoreContract.filter(({ title }) => !title.startsWith('limits the results of one owner'));
  return cases.map((item) => ({ ...item, shards }));
}

function claimOf(key: string): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver: false };
}

async function stateOf(store: IdempotencyStore, key: string): Promise<string> {
  return (await store.claim(claimOf(key))).state;
}

async function renew(store: IdempotencyStore, claim: Claim): Promise<void> {
  await store.renew([claim]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function ignoreOutage(): void {
  // Renewals fail until the replica has taken over.
}
