import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyRedis, noRedis } from '@toolwire/programs/redis';
import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import { bullmq } from '@toolwire/tasks-bullmq';
import { Redis } from 'ioredis';
import Libsql from 'libsql';
import { afterEach, describe, expect, test } from 'vitest';
import { defineTool, RetryableToolError, silentLogger, type ToolwireOptions, toolwire } from '../src/index.ts';

/** Makes the tasks of one more process. */
type OpenTasks = () => NonNullable<ToolwireOptions['tasks']>;

const leftOver: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
});

function inMemory(): OpenTasks {
  const tasks = { store: createMemoryTaskStore(), engine: createMemoryTaskEngine() };
  return () => tasks;
}

async function inFile(): Promise<OpenTasks> {
  const folder = await mkdtemp(join(tmpdir(), 'retryable-failures-'));
  leftOver.push(() => rm(folder, { recursive: true }));
  return () => ({ file: join(folder, 'tasks.db'), open: (file) => new Libsql(file), allowVolatile: true });
}

async function onRedis(): Promise<OpenTasks> {
  const redis = await anyRedis();
  const prefix = `{toolwire-test-${randomUUID()}}`;
  leftOver.push(async () => {
    const look = new Redis(redis.url);
    const keys = await look.keys(`${prefix}*`);
    if (keys.length > 0) await look.del(keys);
    look.disconnect();
    await redis.remove();
  });
  return () => bullmq({ connection: { url: redis.url }, prefix, allowEviction: true, allowUnlogged: true });
}

/** A tool that fails the first times, and servers of it that share their calls. */
async function deployment(openTasks: OpenTasks, { fails, taskSupport }: { fails: number; taskSupport?: 'optional' }) {
  let runs = 0;
  const flaky = defineTool({
    id: 'Mail.Send',
    version: '1.0.0',
    description: 'Sends a letter.',
    ...(taskSupport && { taskSupport }),
    run: async () => {
      runs += 1;
      const run = runs;
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (run <= fails) throw new RetryableToolError(`Run ${run} has failed`);
      return `sent by run ${run}`;
    },
  });
  const urls: string[] = [];
  for (let process = 0; process < 2; process += 1) {
    const server = toolwire({ tools: [flaky], tasks: openTasks(), logger: silentLogger });
    const { url, close } = await server.listen(0, { closeOnSignals: false });
    leftOver.push(close);
    urls.push(url);
  }
  const ask = async (index: number): Promise<object> => {
    const answer = await fetch(`${urls[index % urls.length]}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: { tool_id: 'Mail.Send', call_id: 'letter-1' } }),
    });
    return ((await answer.json()) as { result: object }).result;
  };
  return { ask, runs: () => runs };
}

const durable = { taskSupport: 'optional' } as const;

describe.each<[string, () => OpenTasks | Promise<OpenTasks>, typeof noRedis]>([
  ['in memory', inMemory, undefined],
  ['in a file', inFile, undefined],
  ['on Redis', onRedis, noRedis],
])('a durable call %s, with a retryable failure that has no delay', (_where, open, lacking) => {
  test.skipIf(lacking !== undefined && !process.env['CI'])(
    'runs for each repeated request, in any process, until it has a value',
    async () => {
      const { ask, runs } = await deployment(await open(), { fails: 5, ...durable });
      for (let asked = 1; asked <= 5; asked += 1) {
        const error = { message: `Run ${asked} has failed`, can_retry: true };
        expect(await ask(asked)).toMatchObject({ success: false, error });
      }
      expect(runs()).toBe(5);
      for (const process of [0, 1]) expect(await ask(process)).toMatchObject({ success: true, value: 'sent by run 6' });
      expect(runs()).toBe(6);
    },
  );

  test.skipIf(lacking !== undefined && !process.env['CI'])(
    'runs once for 20 concurrent repeated requests in two processes, and all of them get its value',
    async () => {
      const { ask, runs } = await deployment(await open(), { fails: 1, ...durable });
      expect(await ask(0)).toMatchObject({ success: false });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)));
      for (const answer of answers) expect(answer).toMatchObject({ success: true, value: 'sent by run 2' });
      expect(runs()).toBe(2);
    },
  );
});

test('a call that runs while its caller waits runs for each repeated request', async () => {
  const { ask, runs } = await deployment(inMemory(), { fails: 5 });
  for (let asked = 1; asked <= 5; asked += 1) expect(await ask(0)).toMatchObject({ success: false });
  expect(await ask(0)).toMatchObject({ success: true, value: 'sent by run 6' });
  expect(await ask(0)).toMatchObject({ success: true, value: 'sent by run 6' });
  expect(runs()).toBe(6);
});
