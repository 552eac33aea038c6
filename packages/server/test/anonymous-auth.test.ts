import { apiKey, type Verifier } from '@toolwire/auth';
import { type Call, defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { describe, expect, test } from 'vitest';
import type { ServerAuth } from '../src/auth/auth-options.ts';
import { createToolServer, type ToolServerOptions, trustHost } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const key = 'k'.repeat(40);
const keys = apiKey({ keys: [{ key, principal: { id: 'ada', scopes: ['orders:read'] } }] });
const hours = defineTool({
  id: 'Shop.Hours',
  version: '1.0.0',
  description: 'Tells when it is open.',
  run: () => 'nine',
});
const account = defineTool({ ...hours, id: 'Shop.Account', scopes: [] });
const orders = defineTool({ ...hours, id: 'Shop.Orders', scopes: ['orders:read'] });

const serve = (options: Partial<ToolServerOptions> = {}) =>
  createToolServer({
    tools: [hours, account, orders],
    wires: [otc()],
    auth: { anonymous: true, verifier: keys },
    logger: recordingLogger(),
    ...options,
  });
type Server = ReturnType<typeof serve>;
const call = (server: Server, tool_id: string, headers: Record<string, string> = {}) =>
  send(server, hostRequest('POST', '/tools/call', { request: { tool_id } }, headers));
const listed = async (server: Server, headers: Record<string, string> = {}) => {
  const answer = await send(server, hostRequest('GET', '/tools', undefined, headers));
  return (answer?.json['tools'] as { name: string }[] | undefined)?.map(({ name }) => name);
};
const asAda = { 'otc-api-key': key };

describe('a server with tools for anonymous callers', () => {
  test('lists tools and runs open tools without credentials', async () => {
    const server = serve();
    expect(await listed(server)).toEqual(['Shop_Hours', 'Shop_Account', 'Shop_Orders']);
    expect(await call(server, 'Shop.Hours')).toMatchObject({ status: 200, json: { result: { value: 'nine' } } });
  });

  test.each(['Shop.Account', 'Shop.Orders'])('requires credentials before it runs another tool: %s', async (id) => {
    const server = serve();
    expect(await call(server, id)).toMatchObject({
      status: 400,
      headers: { 'www-authenticate': expect.stringContaining('ApiKey header="OTC-API-Key"') as string },
      json: { message: `Tool '${id.replace('.', '_')}' requires an authenticated caller` },
    });
    expect(await call(server, id, asAda)).toMatchObject({ status: 200 });
  });

  test.each([{ 'otc-api-key': 'x'.repeat(40) }, { 'otc-api-key': '' }, { 'otc-api-key': `${key}, ${key}` }])(
    'rejects bad credentials, even for open tools: %j (OTC-AUTH-16)',
    async (headers) => {
      const server = serve();
      expect(await call(server, 'Shop.Hours', headers)).toMatchObject({
        status: 400,
        json: { message: 'Valid credentials are required' },
      });
      expect(await listed(server, headers)).toBeUndefined();
    },
  );

  test('refuses every caller while its verifier fails', async () => {
    const broken: Verifier = {
      scheme: 'broken',
      verify: () => {
        throw new Error('broken');
      },
    };
    expect(await call(serve({ auth: { anonymous: true, verifier: broken } }), 'Shop.Hours')).toMatchObject({
      status: 400,
    });
  });

  test('opens the tools that the app chooses, and no tool with scopes', async () => {
    const auth: ServerAuth = { verifier: keys, anonymous: ({ id }) => id !== 'Shop.Hours' };
    const server = serve({ auth });
    for (const { id } of [hours, account, orders]) expect(await call(server, id)).toMatchObject({ status: 400 });
    expect(await call(server, 'Shop.Hours', asAda)).toMatchObject({ status: 200 });
    const late = serve({ auth: { verifier: keys, anonymous: (() => Promise.resolve(true)) as never } });
    expect(await call(late, 'Shop.Hours')).toMatchObject({ status: 400 });
  });

  test('requires credentials for a tool from a custom resolver unless it is marked anonymous', async () => {
    const [found] = createToolServer({ tools: [hours], wires: [], logger: recordingLogger() }).tools;
    if (found === undefined) throw new Error('No tool');
    const server = serve({ stages: { resolve: (_call, next) => next({ tool: found }) } });
    expect(await call(server, 'Any.Thing')).toMatchObject({ status: 400 });
    expect(await call(server, 'Any.Thing', asAda)).toMatchObject({ status: 200 });
  });

  test('logs the open tools, also when they are replaced', () => {
    const logger = recordingLogger();
    const server = serve({ logger });
    server.replaceTools([account]);
    const told = logger.records.filter(({ message }) => message.includes('open to callers without credentials'));
    expect(told.map(({ fields }) => fields)).toEqual([{ tools: ['Shop.Hours@1.0.0'] }, { tools: [] }]);
  });

  test("hides tools that anonymous callers can't call, with listing: 'hide'", async () => {
    const server = serve({ scopes: { listing: 'hide' } });
    expect(await listed(server)).toEqual(['Shop_Hours']);
    expect(await listed(server, asAda)).toEqual(['Shop_Hours', 'Shop_Account', 'Shop_Orders']);
    expect((await call(server, 'Shop.Account'))?.json).toMatchObject({ message: "Tool 'Shop.Account' was not found" });
  });

  test('never identifies anonymous callers, also on a dedicated port, and stores none of their results', async () => {
    const seen: Pick<Call, 'principal' | 'isCallerKnown'>[] = [];
    const server = serve({
      use: [
        ({ principal, isCallerKnown }, next) => {
          seen.push({ principal, isCallerKnown });
          return next();
        },
      ],
    });
    const request = hostRequest('POST', '/tools/call', { request: { tool_id: 'Shop.Hours' } });
    await send(server, { ...request, caller: { unnamed: 'one' } });
    await send(server, { ...request, caller: { unnamed: 'by_credentials', principal: { id: 'eve' } } });
    expect(seen).toEqual([
      { principal: undefined, isCallerKnown: false },
      { principal: { id: 'eve' }, isCallerKnown: true },
    ]);
  });

  test("works with the app's sign-in", async () => {
    const server = serve({ auth: { anonymous: true, verifier: trustHost() } });
    const request = hostRequest('POST', '/tools/call', { request: { tool_id: 'Shop.Account' } });
    expect(await send(server, request)).toMatchObject({ status: 400 });
    const caller = { unnamed: 'by_credentials', principal: { id: 'eve' } } as const;
    expect(await send(server, { ...request, caller })).toMatchObject({ status: 200 });
  });

  test.each([
    { anonymous: true },
    { anonymous: true, verifier: {} },
    { anonymous: 'yes', verifier: keys },
    { anonymous: false, verifier: keys },
    { ...keys, anonymous: true },
    { anonymous: true, verifiers: keys },
  ])("can't be enabled accidentally: %#", (auth) => {
    expect(() => serve({ auth: auth as never })).toThrow(/TW_OPTION/);
  });
});
