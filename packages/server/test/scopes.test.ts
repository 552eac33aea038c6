import type { Principal, Verifier } from '@toolwire/auth';
import { defineTool, defineToolkit } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { ajv } from '@toolwire/validate/ajv';
import { describe, expect, test, vi } from 'vitest';
import { createCaller, createToolServer, type ToolServerOptions } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const run = vi.fn(() => 'ran');
const read = defineTool({ id: 'Orders.Read', version: '1.0.0', description: 'Reads.', scopes: ['orders:read'], run });
const write = defineTool({ ...read, id: 'Orders.Write', scopes: ['orders:read', 'orders:write'] });
const open = defineTool({ id: 'Shop.Hours', version: '1.0.0', description: 'Tells when it is open.', run });

/** Tokens that are lists of scopes. */
const auth: Verifier = {
  scheme: 'bearer',
  header: 'authorization',
  verify: (credentials) => {
    const token = credentials.header('authorization')?.slice('Bearer '.length);
    return token === undefined
      ? { state: 'absent' }
      : { state: 'accepted', principal: { id: 'ada', ...(token !== 'none' && { scopes: token.split(',') }) } };
  },
};

const serve = (options: Partial<ToolServerOptions> = {}) =>
  createToolServer({
    tools: [read, write, open],
    wires: [otc()],
    auth,
    logger: recordingLogger(),
    ...options,
  });
const call = (server: ReturnType<typeof serve>, tool_id: string, granted: string, input: object = {}) =>
  send(
    server,
    hostRequest('POST', '/tools/call', { request: { tool_id, input } }, { authorization: `Bearer ${granted}` }),
  );
const listed = async (server: ReturnType<typeof serve>, granted: string) => {
  const answer = await send(server, hostRequest('GET', '/tools', undefined, { authorization: `Bearer ${granted}` }));
  return (answer?.json['tools'] as { name: string }[] | undefined)?.map(({ name }) => name);
};

describe('a tool with scopes', () => {
  test('runs for callers with all scopes', async () => {
    const server = serve();
    for (const [tool, granted] of [
      ['Orders.Read', 'orders:read'],
      ['Orders.Write', 'orders:write,orders:read'],
      ['Shop.Hours', 'none'],
    ] as const) {
      expect(await call(server, tool, granted)).toMatchObject({ status: 200, json: { result: { value: 'ran' } } });
    }
  });

  test('is refused over Open Tool Calling with 400, the missing scopes and the challenge (OXP-CH-01)', async () => {
    const ran = run.mock.calls.length;
    const answer = await call(serve(), 'Orders.Write', 'orders:read');
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="orders:read orders:write"' },
      json: {
        $schema: 'otc://1.0',
        message: "Tool 'Orders_Write' needs the scopes 'orders:read' and 'orders:write'",
        developer_message: "Send credentials that were granted 'orders:read' and 'orders:write'",
        missing_requirements: {
          authorization: [{ id: 'bearer', oauth2: { scopes: ['orders:read', 'orders:write'] } }],
        },
      },
    });
    expect(run).toHaveBeenCalledTimes(ran);
  });

  test('is refused before its input is validated, in every order of checks', async () => {
    const strict = defineTool({
      ...read,
      id: 'Orders.Strict',
      input: {
        type: 'object',
        properties: { count: { type: 'integer', description: 'A number.' } },
        required: ['count'],
      },
      requirements: { userId: true },
      run: () => run(),
    });
    for (const order of [undefined, ['resolve', 'requirements', 'validate']] as const) {
      const server = serve({
        tools: [strict],
        ...(order && { order }),
        validator: ajv(),
      });
      expect((await call(server, 'Orders.Strict', 'none', { count: 'x' }))?.json).toMatchObject({
        message: "Tool 'Orders_Strict' needs the scope 'orders:read'",
      });
    }
  });

  test('is refused also with a custom resolver', async () => {
    const found = serve().tools[0];
    if (found === undefined) throw new Error('No tool');
    const server = serve({ stages: { resolve: (_call, next) => next({ tool: found }) } });
    expect(await call(server, 'Anything.AtAll', 'none')).toMatchObject({ status: 400 });
  });

  test('also needs the scopes of its toolkit, even without defineToolkit', async () => {
    const toolkit = { name: 'Orders', tools: [read, defineTool({ ...open, id: 'Orders.Hours' })], scopes: ['orders'] };
    for (const one of [toolkit, defineToolkit(toolkit), { name: 'All', tools: [toolkit] as never }]) {
      const server = serve({ tools: [one] });
      expect(server.tools.map(({ scopes }) => scopes)).toEqual([['orders', 'orders:read'], ['orders']]);
      expect(await call(server, 'Orders.Hours', 'orders')).toMatchObject({ status: 200 });
      expect(await call(server, 'Orders.Hours', 'orders:read')).toMatchObject({ status: 400 });
      expect(await call(server, 'Orders.Read', 'orders:read')).toMatchObject({ status: 400 });
    }
    expect(read.scopes).toEqual(['orders:read']);
  });

  test('accepts scopes that `satisfies` covers, and refuses if it throws', async () => {
    const wildcard = serve({ scopes: { satisfies: (granted, needed) => granted === needed.replace(/:.*/, ':*') } });
    expect(await call(wildcard, 'Orders.Write', 'orders:*')).toMatchObject({ status: 200 });
    expect(await call(wildcard, 'Orders.Write', 'mail:*')).toMatchObject({ status: 400 });
    const broken = serve({
      scopes: {
        satisfies: () => {
          throw new Error('broken');
        },
      },
    });
    expect(await call(broken, 'Orders.Write', 'orders:*')).toMatchObject({
      status: 400,
      json: { message: 'The server could not process the call.' },
    });
  });

  test("is listed to every caller, or with listing: 'hide' neither listed nor found", async () => {
    const all = ['Orders_Read', 'Orders_Write', 'Shop_Hours'];
    expect(await listed(serve(), 'none')).toEqual(all);
    const hiding = serve({ scopes: { listing: 'hide' } });
    expect(await listed(hiding, 'none')).toEqual(['Shop_Hours']);
    expect(await listed(hiding, 'orders:read')).toEqual(['Orders_Read', 'Shop_Hours']);
    expect(await listed(hiding, 'orders:read,orders:write')).toEqual(all);
    expect((await call(hiding, 'Orders.Write', 'orders:read'))?.json).toMatchObject({
      message: "Tool 'Orders.Write' was not found",
    });
    const both = serve({ scopes: { listing: 'hide' }, visible: ({ name }) => name !== 'Orders_Read' });
    expect(await listed(both, 'orders:read')).toEqual(['Shop_Hours']);
    const undecided = serve({ scopes: { listing: 'hide' }, visible: (() => undefined) as never });
    expect(await listed(undecided, 'orders:read')).toEqual([]);
  });

  test('accepts the principal of createCaller', async () => {
    const caller = createCaller(serve());
    const as = (principal: Principal | undefined) => caller('Orders.Read', {}, { principal });
    expect(await as({ id: 'ada', scopes: ['orders:read'] })).toMatchObject({ kind: 'value' });
    expect(await as({ id: 'ada' })).toMatchObject({ kind: 'refused', code: 'insufficient_scope' });
    expect(await as(undefined)).toMatchObject({ kind: 'refused', code: 'unauthenticated' });
  });

  test.each([
    ['orders:write', /must be a list/],
    [['orders read'], /Entry 1 is invalid/],
    [['a', 'b"'], /Entry 2 is invalid/],
    [['a', 1], /Entry 2 is invalid/],
    [['openid', 'offline_access'], /offline_access/],
  ])('cannot require %j', (scopes, problem) => {
    expect(() => serve({ tools: [{ ...read, scopes: scopes as readonly string[] }] })).toThrow(problem);
    expect(() => serve({ tools: [{ name: 'Orders', tools: [read], scopes: scopes as readonly string[] }] })).toThrow(
      problem,
    );
  });

  test.each([
    [{ listings: 'hide' }, /Did you mean 'listing'/],
    [{ listing: 'hidden' }, /must be 'show' or 'hide'/],
    [{ satisfies: true }, /must be a function/],
  ])('cannot be configured with: %j', (scopes, problem) => {
    expect(() => serve({ scopes: scopes as never })).toThrow(problem);
  });
});
