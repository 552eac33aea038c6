import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { anyRedis, noRedis } from '@toolwire/programs/redis';
import { afterEach, describe, expect, it } from 'vitest';
import { openClient, removeKeys } from './clients.ts';
import { openEffectLog } from './effect-log.ts';
import { createHttpCaller, type HttpAnswer } from './http-caller.ts';
import { startServer } from './server-process.ts';

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
});

describe.skipIf(noRedis !== undefined)(
  `a process that is paused past its lease${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  () => {
    it('returns the result that other callers got meanwhile to its own caller and to all repeats (FAULT-03)', async () => {
      const redis = await anyRedis();
      leftOver.push(() => redis.remove());
      const log = openEffectLog();
      leftOver.push(log.remove);
      const prefix = `{toolwire-test}:${randomUUID()}:`;
      leftOver.push(async () => {
        const cleaner = await openClient(redis.url);
        await removeKeys(cleaner, prefix);
        await cleaner.close();
      });
      const settings = { redisUrl: redis.url, prefix, effects: log.folder, leaseMs: 1_000 };
      const [here, there] = await Promise.all([startServer(settings), startServer(settings)]);
      leftOver.push(here.kill, there.kill);
      const caller = createHttpCaller();
      leftOver.push(caller.close);
      const callId = randomUUID();
      const call = { tool: 'Effect.Once', callId, input: { n: 1, ms: 500 } };
      const ask = async (url: string): Promise<HttpAnswer> => {
        for (;;) {
          const answer = await caller.call(url, call);
          if (answer.headers['x-should-retry'] !== 'true') return answer;
          await wait(100);
        }
      };

      const first = ask(here.url);
      await expect.poll(() => log.count(callId, 'begun')).toBe(1);
      here.signal('SIGSTOP');
      const meanwhile = await ask(there.url);
      expect(meanwhile.body.result).toMatchObject({
        success: false,
        error: { message: expect.stringContaining('it is unknown what the tool has done') as unknown },
      });
      here.signal('SIGCONT');

      expect((await first).body.result?.error).toEqual(meanwhile.body.result?.error);
      expect(log.count(callId, 'done')).toBe(1);
      for (const { url } of [here, there]) {
        expect((await ask(url)).body.result?.error).toEqual(meanwhile.body.result?.error);
      }
      expect(log.count(callId, 'begun')).toBe(1);
    });
  },
);
