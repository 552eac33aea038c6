import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import { bullmq } from '@toolwire/tasks-bullmq';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool, silentLogger, type Toolwire, toolwire } from '../src/index.ts';

const double = defineTool({
  id: 'Work.Double',
  version: '1.0.0',
  description: 'Doubles a number.',
  input: z.object({ n: z.number().describe('The number.') }),
  output: z.number(),
  annotations: { readOnly: true },
  taskSupport: 'optional',
  run: ({ n }) => n * 2,
});

describe.skipIf(noRedis !== undefined && !process.env['CI'])(
  `tasks with BullMQ${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  () => {
    const leftOver: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
    });
    const openRedis = async (): Promise<Pick<RedisServer, 'url'>> => {
      const redis = await anyRedis();
      leftOver.push(() => redis.remove());
      return redis;
    };

    test('go from a process that serves to a worker, with only the URL of a Redis', async () => {
      const { url } = await openRedis();
      const prefix = `{toolwire-test-${randomUUID()}}`;
      const look = new Redis(url);
      leftOver.push(async () => {
        const keys = await look.keys(`${prefix}*`);
        if (keys.length > 0) await look.del(keys);
        look.disconnect();
      });
      const open = (): Toolwire => {
        const tasks = bullmq({ connection: { url }, prefix, allowEviction: true, allowUnlogged: true });
        return toolwire({ tools: [double], tasks, limits: { deferAfterMs: 1 }, logger: silentLogger });
      };
      const web = await open().listen(0, { closeOnSignals: false, work: false });
      leftOver.push(() => web.close());
      const call = async (): Promise<unknown> => {
        const request = { tool_id: 'Work.Double', call_id: 'call-1', input: { n: 21 } };
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${web.url}/tools/call`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ request }),
        });
        return response.json();
      };
      expect(await call()).toMatchObject({ result: { success: false, error: { can_retry: true } } });
      const working = await open().work({ closeOnSignals: false });
      leftOver.push(() => working.close());
      await expect.poll(call).toMatchObject({ result: { success: true, value: 42 } });
    });

    test('are closed with the server that they were created for, and not with a server that got store and engine', async () => {
      const { url } = await openRedis();
      const client = new Redis(url, { maxRetriesPerRequest: null });
      leftOver.push(async () => client.disconnect());
      const open = () => {
        const engine = bullmq({ connection: client, allowEviction: true, allowUnlogged: true });
        const closed: string[] = [];
        const seen = {
          ...engine,
          close: async () => {
            closed.push('closed');
            await engine.close();
          },
        };
        leftOver.push(() => engine.close());
        return { seen, closed };
      };
      const whole = open();
      const parts = open();
      for (const tasks of [whole.seen, { store: parts.seen.store, engine: parts.seen }]) {
        const server = toolwire({ tools: [double], tasks, logger: silentLogger });
        const listening = await server.listen(0, { closeOnSignals: false, work: false });
        await listening.close();
      }
      expect(whole.closed).toEqual(['closed']);
      expect(parts.closed).toEqual([]);
      expect(client.status).toBe('ready');
    });
  },
);

test('an engine with a store may have the settings of durable calls next to its methods', async () => {
  const settings = { ttlMs: 60_000, maxAttempts: 2 };
  const tasks = { ...memoryEngineWithStore(), ...settings };
  const server = toolwire({ tools: [double], tasks, limits: { deferAfterMs: 1 }, logger: silentLogger });
  const listening = await server.listen(0, { closeOnSignals: false, work: false });
  const request = { tool_id: 'Work.Double', call_id: 'call-1', input: { n: 21 } };
  const response = await fetch(`${listening.url}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
  });
  expect(response.status).toBe(200);
  await listening.close();
  const stored = await tasks.store.all({ limit: 10 });
  expect(stored?.records).toMatchObject([{ ttlMs: settings.ttlMs }]);
  expect(() => toolwire({ tools: [double], tasks: { ...tasks, maxAttempts: 0 } })).toThrow('maxAttempts must be');
});

function memoryEngineWithStore() {
  const engine = createMemoryTaskEngine();
  return {
    store: createMemoryTaskStore(),
    ready: () => engine.ready(),
    enqueue: (...turn: Parameters<typeof engine.enqueue>) => engine.enqueue(...turn),
    work: (...run: Parameters<typeof engine.work>) => engine.work(...run),
  };
}

test('an engine without a store is rejected', () => {
  const engine = {
    ready: async () => undefined,
    enqueue: async () => undefined,
    work: () => ({ stop: async () => undefined }),
  };
  // @ts-expect-error -- nothing would be stored
  expect(() => toolwire({ tools: [double], tasks: engine })).toThrow('got another object.');
});
