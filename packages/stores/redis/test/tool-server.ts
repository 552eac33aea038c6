// A server in a separate process, with tools whose effects are counted, on the Redis that its environment names.
import process from 'node:process';
import { defineTool, type ToolDefinition } from '@toolwire/core';
import type { IdempotencyStore } from '@toolwire/idempotency';
import { idempotency } from '@toolwire/idempotency/stage';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { createRedisIdempotencyStore } from '../src/index.ts';
import { openClient } from './clients.ts';
import { isFirst, openEffectLog } from './effect-log.ts';
import { effectTools } from './effect-tools.ts';
import { crashPoint, readServerSettings } from './server-settings.ts';

const settings = readServerSettings(process.env);
const log = openEffectLog(settings.effects);
const { client } = await openClient(settings.redisUrl);
const reach = crashPoint(settings);

const redisStore = createRedisIdempotencyStore(client, { prefix: settings.prefix, leaseMs: settings.leaseMs });
await redisStore.ready();
const store: IdempotencyStore = {
  leaseMs: redisStore.leaseMs,
  claim: async (claim) => {
    const result = await redisStore.claim(claim);
    if (result.state === 'acquired') await reach('claim');
    return result;
  },
  settle: async (claim, answer) => {
    const settled = await redisStore.settle(claim, answer);
    await reach('record');
    return settled;
  },
  release: (claim) => redisStore.release(claim),
  abandon: (claim) => redisStore.abandon(claim),
  renew: (claims) => redisStore.renew(claims),
  cancel: (key) => redisStore.cancel?.(key),
  status: (claims) => redisStore.status?.(claims) ?? [],
};

const tools = effectTools(async (effect) => {
  log.record(effect);
  if (effect.step === 'done') await reach('effect');
});
// Its effect happens once for a key, so it can run any number of times.
const paid: ToolDefinition = defineTool({
  id: 'Effect.Paid',
  version: '1.0.0',
  description: 'Has its effect once for each idempotency key.',
  annotations: { idempotent: true },
  input: { type: 'object' },
  output: {},
  run: async (_input, { callId, idempotencyKey }) => {
    if (isFirst(log.folder, idempotencyKey)) log.record({ tool: 'Effect.Paid', callId, step: 'done' });
    await reach('effect');
    return 'paid';
  },
}) as ToolDefinition;

const confirmed: ToolDefinition = defineTool({
  id: 'Effect.Confirmed',
  version: '1.0.0',
  description: 'Has an effect once its call is confirmed.',
  input: { type: 'object' },
  output: {},
  confirm: 'Have an effect?',
  run: (_input, { callId }) => {
    log.record({ tool: 'Effect.Confirmed', callId, step: 'done' });
    return 'confirmed';
  },
}) as ToolDefinition;

const server = createToolServer({
  tools: [...tools, paid, confirmed],
  confirm: { keys: [{ id: 'test', key: 'c'.repeat(64) }], store: redisStore },
  wires: [otc()],
  around: [idempotency({ store, storeTimeoutMs: settings.storeTimeoutMs })],
  validator: ajv(),
  logger: silentLogger,
});
const { url } = await listen(server, 0);
process.send?.(url);
