import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, removeKeys } from './clients.ts';
import { type EffectLog, openEffectLog } from './effect-log.ts';
import { createHttpCaller } from './http-caller.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const tool = 'Effect.Confirmed';

describe.skipIf(noRedis !== undefined)(
  `confirmation tokens of two processes on one Redis${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  () => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    let log: EffectLog;
    let servers: readonly [ServerProcess, ServerProcess];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    const caller = createHttpCaller(64);
    beforeAll(async () => {
      redis = await anyRedis();
      log = openEffectLog();
      const start = (): Promise<ServerProcess> => startServer({ redisUrl: redis.url, prefix, effects: log.folder });
      servers = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      caller.close();
      for (const { kill } of servers) await kill();
      log.remove();
      const cleaner = await openClient(redis.url);
      await removeKeys(cleaner, prefix);
      await cleaner.close();
      await redis.remove();
    });

    async function tokenFor(n: number): Promise<string> {
      const server = servers[n % 2 === 0 ? 0 : 1];
      const { body } = await caller.call(server.url, { tool, callId: randomUUID(), input: { n } });
      const error = body.result?.error as { readonly confirmation: { readonly token: string } } | undefined;
      return error?.confirmation.token ?? '';
    }

    const rounds = 50;
    it(`run one of two calls that use a token at once, ${rounds} times`, async () => {
      const tokens = await Promise.all(Array.from({ length: rounds }, (_, n) => tokenFor(n)));
      const uses = tokens.map((confirmation_token, n) =>
        Promise.all(
          servers.map(({ url }) => caller.call(url, { tool, callId: randomUUID(), input: { n, confirmation_token } })),
        ),
      );
      const answers = await Promise.all(uses);
      const succeeded = answers.map((pair) => pair.filter(({ body }) => body.result?.success === true).length);
      expect(succeeded).toEqual(Array.from({ length: rounds }, () => 1));
      expect([...log.countAll('done').values()].reduce((sum, count) => sum + count, 0)).toBe(rounds);
    });

    it('run a call once that is sent to both with the same call ID', async () => {
      const [confirmation_token, callId] = [await tokenFor(0), randomUUID()];
      const sent = { tool, callId, input: { n: 0, confirmation_token } };
      const answers = await Promise.all(servers.map(({ url }) => caller.call(url, sent)));
      expect(answers.map(({ value }) => value)).toEqual(['confirmed', 'confirmed']);
      expect(log.count(callId, 'done')).toBe(1);
    });
  },
);
