// One of several processes that share a Redis: calls with ids, limits and tasks.

import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Stage, Tool } from '@toolwire/core';
import { rate } from '@toolwire/limits/stage';
import { createRedisIdempotencyStore, createRedisRateStore, createRedisTaskStore } from '@toolwire/redis';
import { bullmq } from '@toolwire/tasks-bullmq';
import { Redis } from 'ioredis';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { z } from 'zod';
import { add } from '../../calculator.ts';
import { maxRunning, room } from '../../tasks/places.ts';
import { announce } from '../announce.ts';

/** How often the limited tool may be called within the window, in all processes together. */
const allowed = 100;

const [, , url = '', what] = process.argv;
const client = new Redis(url, { maxRetriesPerRequest: null });
// The Redis is new and has no other users. Its capacity covers all rounds.
const store = createRedisIdempotencyStore(client, { trustEmpty: true, maxBytes: 2 ** 34 });
await store.ready();

let runs = 0;
const about = { version: '1.0.0', input: z.object({ a: z.number(), b: z.number() }), output: z.number() };
const counted = defineTool({
  ...about,
  id: 'Counted.Add',
  description: 'Adds two numbers, slowly enough that its calls meet.',
  run: async ({ a, b }) => {
    runs += 1;
    await wait(20);
    return a + b;
  },
});
const limited = defineTool({
  ...about,
  id: 'Limited.Add',
  description: 'Adds two numbers, as often as it may.',
  run: ({ a, b }) => a + b,
});
const long = defineTool({
  ...about,
  id: 'Long.Add',
  description: 'Adds two numbers, later.',
  taskSupport: 'required',
  annotations: { idempotent: true },
  run: async ({ a, b }) => {
    runs += 1;
    await wait(20);
    return a + b;
  },
});

type Found = Call & { readonly tool: Tool };
const rates = createRedisRateStore(client);
const by = ({ tool }: Found): string => tool.id;
// By default, calls are accepted if Redis takes longer than a second.
const strict = { windowMs: 60_000, store: rates, whenStoreFails: 'refuse', by } as const;
const few = rate<Found>({ limit: allowed, ...strict });
// Measures the cost of counting, without refused calls.
const many = rate<Found>({ limit: 10_000_000, ...strict });
const limits: Stage<Found> = (call, next) => {
  if (call.tool.id === limited.id) return few(call, next);
  return call.tool.id === rated.id ? many(call, next) : next();
};
const rated = { ...add, id: 'Rated.Add' };

const { server } = await toolwire({
  tools: [add, rated, counted, limited, long],
  // On a machine that does other things as well, Redis waits for the disk and its turn now and then.
  idempotency: { store, storeTimeoutMs: 8_000 },
  // A call that continues becomes a task at once.
  mcp: { taskAfterMs: 0 },
  around: [limits],
  tasks:
    what === 'tasks'
      ? { store: createRedisTaskStore(client, room), engine: bullmq({ connection: client, maxRunning }) }
      : false,
  logger: silentLogger,
}).listen(0);
announce(server.address(), undefined, { runs: () => runs });
