import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, type ToolDefinition } from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { noRedisServer, startRedis } from '@toolwire/programs/redis';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { createRedisIdempotencyStore } from '../src/index.ts';
import { createHttpCaller } from './http-caller.ts';

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
});

const leaseMs = 2_000;

describe.skipIf(noRedisServer !== undefined)(
  `the health of a server whose Redis comes up late${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    it('is 503 with the reason until the store is ready, and 200 afterwards, even while Redis is unavailable', async () => {
      const redis = await startRedis();
      leftOver.push(() => redis.remove());
      await redis.stop();
      const client = new Redis(redis.url, { retryStrategy: () => 50 });
      client.on('error', () => undefined);
      leftOver.push(() => client.disconnect());
      const echo = defineTool({ id: 'Work.Echo', version: '1.0.0', description: 'Runs.', run: () => 'ran' });
      const server = createToolServer({
        tools: [echo as ToolDefinition],
        wires: [otc()],
        around: [idempotency({ store: createRedisIdempotencyStore(client, { leaseMs }) })],
        validator: ajv(),
        logger: silentLogger,
      });
      const { url, close } = await listen(server, 0);
      leftOver.push(close);
      const caller = createHttpCaller();
      leftOver.push(caller.close);
      const call = (callId?: string) => caller.call(url, { tool: 'Work.Echo', callId });
      const health = async (): Promise<readonly [number, unknown]> => {
        const answer = await fetch(`${url}/health`);
        return [answer.status, await answer.json()];
      };
      const notReady = [
        503,
        { status: 'unavailable', reason: 'The server is starting: the store of call IDs is not ready.' },
      ];

      expect(await health()).toEqual(notReady);
      expect(await call('absent')).toMatchObject({ status: 400, headers: { 'x-should-retry': 'true' } });
      expect(await call()).toMatchObject({ status: 200, value: 'ran' });

      // It has no data, so it may have lost runs. For one lease, it grants no claim.
      await redis.start();
      await expect.poll(async () => (await call('empty')).headers['retry-after']).toBeDefined();
      expect(await health()).toEqual(notReady);

      let asked = 0;
      while ((await health())[0] !== 200 && asked < 100) {
        asked += 1;
        await wait(100);
      }
      // OTC-HLTH-03: from the first 200 on, a keyed call is taken.
      expect(await call('ready')).toMatchObject({ status: 200, value: 'ran' });
      expect(await health()).toEqual([200, { status: 'ok' }]);

      await redis.stop();
      expect(await health()).toEqual([200, { status: 'ok' }]);
    });
  },
);
