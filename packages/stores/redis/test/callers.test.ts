import { createHash, randomUUID } from 'node:crypto';
import { defineTool, noContextValues, type ToolDefinition } from '@toolwire/core';
import type { HostCaller } from '@toolwire/core/internal';
import type { HostRequest } from '@toolwire/core/wire';
import { idempotency } from '@toolwire/idempotency/stage';
import { otc } from '@toolwire/otc';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import { createRedisIdempotencyStore } from '../src/index.ts';
import { type OpenClient, openClient, removeKeys } from './clients.ts';

const skipped = noRedis === undefined ? '' : `, skipped: ${noRedis}`;

/** The request, and the user that the app returns. */
interface Sent {
  readonly caller: HostCaller;
  readonly token?: string;
  readonly secret?: string;
  readonly userId?: string;
}

const named = (id: string, issuer?: string): HostCaller => ({ principal: { id, issuer }, unnamed: 'by_credentials' });
const one: HostCaller = { unnamed: 'one' };

describe.skipIf(noRedis !== undefined)(`callers of two servers with one Redis${skipped}`, () => {
  const prefix = `{toolwire-test}:${randomUUID()}:`;
  let redis: Pick<RedisServer, 'url' | 'remove'>;
  const clients: OpenClient[] = [];
  let servers: readonly ToolServer[] = [];
  let runs = 0;
  const pay = defineTool({
    id: 'Shop.Pay',
    version: '1.0.0',
    description: 'Pays.',
    requirements: { authorization: [{ id: 'bank' }], secrets: [{ id: 'PIN' }], userId: true },
    run: () => {
      runs += 1;
      return runs;
    },
  }) as ToolDefinition;

  beforeAll(async () => {
    redis = await anyRedis();
    const makeServer = async (): Promise<ToolServer> => {
      const opened = await openClient(redis.url);
      clients.push(opened);
      const store = createRedisIdempotencyStore(opened.client, { prefix, trustEmpty: true });
      const around = [idempotency({ store })];
      return createToolServer({ tools: [pay], wires: [otc()], around, validator: ajv(), logger: silentLogger });
    };
    servers = [await makeServer(), await makeServer()];
  });
  afterAll(async () => {
    const [first] = clients;
    if (first !== undefined) await removeKeys(first, prefix);
    for (const { close } of clients) await close();
    await redis.remove();
  });

  /** Sends a call to one of the servers; answers what the tool has returned. */
  async function call(at: 0 | 1, callId: string, { caller, token = 't', secret = 's', userId = 'u' }: Sent) {
    const context = {
      authorization: [{ id: 'bank', token }],
      secrets: [{ id: 'PIN', value: secret }],
      user_id: userId,
    };
    const body = JSON.stringify({ request: { tool_id: 'Shop.Pay', call_id: callId, context } });
    const request: HostRequest = {
      method: 'POST',
      path: '/tools/call',
      query: '',
      header: (name) => (name === 'content-type' ? 'application/json' : undefined),
      body: () => ({ kind: 'bytes', bytes: new TextEncoder().encode(body) }),
      signal: new AbortController().signal,
      caller,
      values: noContextValues,
    };
    const response = await servers[at]?.handle(request);
    const text = typeof response?.body === 'string' ? response.body : '{}';
    return (JSON.parse(text) as { readonly result?: { readonly value?: unknown } }).result?.value;
  }

  it.each<[string, Sent, Sent]>([
    ['another token', { caller: one, token: 'of ada' }, { caller: one, token: 'of bob' }],
    ['another secret', { caller: one, secret: '1234' }, { caller: one, secret: '1235' }],
    ['another user id', { caller: one, userId: 'ada' }, { caller: one, userId: 'bob' }],
    ['another principal', { caller: named('ada') }, { caller: named('bob') }],
    ['the same id of another issuer', { caller: named('ada', 'x') }, { caller: named('ada', 'y') }],
    ['another token behind one principal', { caller: named('app'), token: 'a' }, { caller: named('app'), token: 'b' }],
  ])('each get their own result, from both: %s', async (_what, ada, bob) => {
    const callId = randomUUID();
    const before = runs;
    const ofAda = await call(0, callId, ada);
    const ofBob = await call(1, callId, bob);
    expect(ofBob).not.toEqual(ofAda);
    expect([await call(1, callId, ada), await call(0, callId, bob)]).toEqual([ofAda, ofBob]);
    expect(runs - before).toBe(2);
  });

  it('get separate runs without an authenticated caller', async () => {
    const callId = randomUUID();
    const caller: HostCaller = { unnamed: 'by_credentials' };
    expect(await call(1, callId, { caller })).not.toEqual(await call(0, callId, { caller }));
  });

  it('leave no token, secret or name in Redis, and no plain digest of one', async () => {
    const [opened] = clients;
    if (opened === undefined) return expect.unreachable('there is no client');
    const canaries = ['canary-token', 'canary-pin', 'canary-name', 'canary-user'];
    const [token, secret, id = '', userId] = canaries;
    await call(0, randomUUID(), { caller: named(id), token, secret, userId } as Sent);
    const kept = await everythingIn(opened, prefix);
    expect(kept).toContain('"value":');
    for (const canary of canaries) {
      const digest = createHash('sha256').update(canary);
      const forms = ['hex', 'base64', 'base64url'] as const;
      for (const trace of [canary, ...forms.map((form) => digest.copy().digest(form))]) {
        expect(kept).not.toContain(trace);
      }
    }
  });
});

/** All keys below a prefix and what they hold, as one text. */
async function everythingIn({ client }: OpenClient, prefix: string): Promise<string> {
  const keys = (await send(client, ['KEYS', `${prefix}*`])) as string[];
  const readers: Readonly<Record<string, string[]>> = { string: ['GET'], hash: ['HGETALL'] };
  const values = keys.map(async (key) => {
    const type = String(await send(client, ['TYPE', key]));
    const [command = expect.unreachable(`unexpected type ${type}`)] = readers[type] ?? [];
    return JSON.stringify([key, await send(client, [command, key])]);
  });
  return (await Promise.all(values)).join('\n').replaceAll('\\"', '"');
}
