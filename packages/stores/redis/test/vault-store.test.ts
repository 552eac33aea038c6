import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { createTokenVault, type TokenVault } from '@toolwire/sign-in';
import { vaultStoreContract } from '@toolwire/sign-in/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import { createRedisVaultStore } from '../src/index.ts';
import { clientKinds, type OpenClient, removeKeys } from './clients.ts';

describe.skipIf(noRedis !== undefined).each(Object.entries(clientKinds))(
  `the Redis vault store by %s${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  (_name, open) => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    const clients: OpenClient[] = [];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    beforeAll(async () => {
      redis = await anyRedis();
      clients.push(await open(redis.url), await open(redis.url));
    });
    afterAll(async () => {
      await removeKeys(clients[0] as OpenClient, prefix);
      for (const { close } of clients) await close();
      await redis.remove();
    });

    it.each(vaultStoreContract)('$title', async ({ run }) => {
      let made = 0;
      await run({
        make: () => createRedisVaultStore((clients[made++ % clients.length] as OpenClient).client, { prefix }),
      });
    });

    it('contains no token, user or provider in clear text', async () => {
      const { client } = clients[0] as OpenClient;
      const own = `${prefix}dump:`;
      const vault: TokenVault = createTokenVault({
        keys: [{ id: 'one', key: '7f'.repeat(32) }],
        store: createRedisVaultStore(client, { prefix: own }),
      });
      const tokens = {
        accessToken: 'canary-access',
        refreshToken: 'canary-refresh',
        scopes: ['canary-scope'],
        signedInAt: 0,
      };
      await vault.store({ owner: ':canary-user', provider: 'canary-provider' }, tokens);
      await vault.claim('canary-claim', 60_000);
      const keys = (await send(client, ['KEYS', `${own}*`])) as string[];
      expect(keys).toHaveLength(2);
      const texts = await Promise.all(keys.map((key) => send(client, ['GET', key])));
      const dump = [...keys, ...texts].join('\n');
      expect(dump).not.toMatch(/canary/);
      for (const text of dump.split(/[\s.:]/)) {
        expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain('canary');
      }
      expect((await vault.find({ owner: ':canary-user', provider: 'canary-provider' }))?.tokens).toEqual(tokens);
    });

    it('deletes a value when Redis does not know the script yet', async () => {
      const { client } = clients[0] as OpenClient;
      const store = createRedisVaultStore(client, { prefix });
      await store.write('tokens', 'first', 60_000);
      await send(client, ['SCRIPT', 'FLUSH']);
      expect(await store.replace('tokens', 'first', undefined, 60_000)).toBe(true);
      expect(await store.read('tokens')).toBeUndefined();
    });

    it('deletes all values at their TTL', async () => {
      const { client } = clients[0] as OpenClient;
      const store = createRedisVaultStore(client, { prefix: `${prefix}ttl:` });
      await store.write('written', 'text', 5_000);
      await store.replace('written', 'text', 'other', 5_000);
      await store.claim('claimed', 'token', 5_000);
      for (const key of ['written', 'claimed']) {
        const left = Number(await send(client, ['PTTL', `${prefix}ttl:${key}`]));
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual(5_000);
      }
    });
  },
);
