import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { createTokenVault, type Tokens, type TokenVault } from '@toolwire/sign-in';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRedisVaultStore } from '../src/index.ts';
import { type OpenClient, openClient, removeKeys } from './clients.ts';
import { type RotatingIssuer, startRotatingIssuer } from './rotating-issuer.ts';
import { type SignInProcess, startSignIn } from './sign-in-process.ts';
import { owner, vaultKeys } from './sign-in-settings.ts';

const place = { owner: `:${owner.id}`, provider: 'notes' };

describe.skipIf(noRedis !== undefined)(
  `the token of a user in a vault on one Redis, shared by several processes${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  () => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    let client: OpenClient;
    let vault: TokenVault;
    let issuer: RotatingIssuer;
    let processes: readonly [SignInProcess, SignInProcess];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    beforeAll(async () => {
      redis = await anyRedis();
      client = await openClient(redis.url);
      vault = createTokenVault({ keys: vaultKeys, store: createRedisVaultStore(client.client, { prefix }) });
    });
    afterAll(async () => {
      await removeKeys(client, prefix);
      await client.close();
      await redis.remove();
    });
    beforeEach(async () => {
      issuer = await startRotatingIssuer();
      const settings = { redisUrl: redis.url, prefix, issuer: issuer.url };
      processes = await Promise.all([startSignIn(settings), startSignIn(settings)]);
      const ended: Tokens = {
        accessToken: 'access-1',
        refreshToken: 'refresh-1',
        expiresAt: 1,
        scopes: [],
        signedInAt: 0,
      };
      await vault.store(place, ended);
    });
    afterEach(async () => {
      for (const { kill } of processes) await kill();
      await issuer.close();
    });

    /** All that both processes find who look for a token so many times at once, each. */
    async function findAll(times: number): Promise<readonly unknown[]> {
      return (await Promise.all(processes.map(({ find }) => find(times)))).flat();
    }

    it('is refreshed once for concurrent calls of both processes, and its refresh token is replaced', async () => {
      const [here, there] = processes;
      issuer.isHolding = true;
      const first = here.find(50);
      await issuer.untilAsked(1);
      const tried = there.tries();
      const second = there.find(50);
      await tried;
      await there.tries();
      issuer.answer();
      expect([...(await first), ...(await second)]).toEqual(
        Array.from({ length: 100 }, () => ({ state: 'found', token: 'access-2' })),
      );
      expect(issuer.asked()).toBe(1);
      expect((await vault.find(place))?.tokens.refreshToken).toBe('refresh-2');
    });

    it('is refreshed by either process, and never with a used refresh token', async () => {
      // Each expires almost immediately.
      issuer.lifetime = 30;
      for (let round = 0; round < 20; round += 1) {
        for (const one of await findAll(5)) expect(one).toMatchObject({ state: 'found' });
      }
      expect(issuer.asked()).toBeGreaterThanOrEqual(20);
      expect(issuer.isReused()).toBe(false);
      expect((await vault.find(place))?.tokens.refreshToken).toBe(issuer.refreshToken());
    });

    it('is deleted for both processes once it is refused, so that the user signs in again', async () => {
      issuer.isRefusing = true;
      expect(await findAll(20)).toEqual(Array.from({ length: 40 }, () => ({ state: 'absent' })));
      expect(issuer.asked()).toBe(1);
      expect(await vault.find(place)).toBeUndefined();
    });

    it('is refreshed by the other process when one is killed during a refresh', async () => {
      const [here, there] = processes;
      issuer.isHolding = true;
      const lost = here.find(1).catch((error: unknown) => error);
      await issuer.untilAsked(1);
      await here.kill();
      expect(await lost).toBeInstanceOf(Error);
      issuer.isHolding = false;
      // The one that was killed has used no token: the service has not responded it.
      expect(await there.find(5)).toEqual(Array.from({ length: 5 }, () => ({ state: 'found', token: 'access-2' })));
      expect(issuer.asked()).toBe(2);
    });
  },
);
