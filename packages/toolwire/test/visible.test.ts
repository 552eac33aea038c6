import { contextEntry, contextValues, createContextKey, defineTool } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import { type ToolServer, type ToolServerOptions, toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const open = defineTool({ id: 'Notes.Open', version: '1.0.0', description: 'Opens.', run: () => 'open' });
const secret = defineTool({ id: 'Notes.Secret', version: '1.0.0', description: 'Hides.', run: () => 'secret' });
const role = createContextKey('role', 'guest');

type Visible = NonNullable<ToolServerOptions['visible']>;

function serverWith(visible: Visible) {
  const { records, logger } = recordingLogger();
  const server = toolwire({ tools: [open, secret], allowedHosts: ['tools.example'], logger, visible });
  return { server, records };
}

const asAdmin = (request: HostRequest): HostRequest => ({
  ...request,
  values: contextValues([contextEntry(role, 'admin')]),
});

const rpc = (method: string, params: object): HostRequest =>
  hostRequest(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    {
      host: 'tools.example',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
  );

/** The tools that one caller sees, in every protocol. */
async function seen(server: ToolServer, as: (request: HostRequest) => HostRequest) {
  const idsOf = (tools: unknown): unknown =>
    (tools as readonly Record<string, unknown>[]).map(({ id, name }) => id ?? name);
  const otcList = await send(server, as(hostRequest('GET', '/tools')));
  const arcadeList = await send(server, as(hostRequest('GET', '/worker/tools')));
  const mcpList = await send(server, as(rpc('tools/list', {})));
  const otcCall = await send(server, as(hostRequest('POST', '/tools/call', { request: { tool_id: 'Notes.Secret' } })));
  const mcpCall = await send(server, as(rpc('tools/call', { name: 'Notes_Secret', arguments: {} })));
  const arcadeCall = await send(
    server,
    as(hostRequest('POST', '/worker/tools/invoke', { tool: { toolkit: 'Notes', name: 'Secret' }, inputs: {} })),
  );
  return {
    otc: [idsOf(otcList.json['tools']), otcCall.status],
    arcade: [idsOf(arcadeList.json), arcadeCall.json['success']],
    mcp: [idsOf((mcpList.json['result'] as { tools: unknown }).tools), mcpCall.json['error'] === undefined],
  };
}

const nothingHidden = {
  otc: [['Notes.Open@1.0.0', 'Notes.Secret@1.0.0'], 200],
  arcade: [['Open', 'Secret'], true],
  mcp: [['Notes_Open', 'Notes_Secret'], true],
};
const secretHidden = {
  otc: [['Notes.Open@1.0.0'], 400],
  arcade: [['Open'], undefined],
  mcp: [['Notes_Open'], false],
};

describe('tools that only some callers may see', () => {
  test.each<[string, Visible]>([
    ['at once', ({ id }, _principal, values) => id !== 'Notes.Secret' || values.get(role) === 'admin'],
    ['later', async ({ id }, _principal, values) => id !== 'Notes.Secret' || values.get(role) === 'admin'],
  ])('depend on the values of the adapter, %s, in every protocol', async (_when, visible) => {
    const { server } = serverWith(visible);
    expect(await seen(server, asAdmin)).toEqual(nothingHidden);
    expect(await seen(server, (request) => request)).toEqual(secretHidden);
  });

  test.each<[string, Visible]>([
    [
      'throws',
      ({ id }) => {
        if (id === 'Notes.Secret') throw new Error('no database');
        return true;
      },
    ],
    [
      'rejects',
      async ({ id }) => {
        if (id === 'Notes.Secret') throw new Error('no database');
        return true;
      },
    ],
  ])('are hidden if `visible` %s, which is logged', async (_how, visible) => {
    const { server, records } = serverWith(visible);
    expect(await seen(server, asAdmin)).toEqual(secretHidden);
    expect(records).toContainEqual({
      level: 'error',
      message: '`visible` threw; tool hidden from this caller',
      fields: { toolId: 'Notes.Secret@1.0.0', error: expect.objectContaining({ message: 'no database' }) as unknown },
    });
  });

  test.each<[string, unknown]>([
    ['a text', 'yes'],
    ['a promise of a number', Promise.resolve(1)],
    ['nothing', undefined],
  ])('are hidden if `visible` returns %s instead of true', async (_what, returned) => {
    const { server } = serverWith((({ id }) => (id === 'Notes.Secret' ? returned : true)) as Visible);
    expect(await seen(server, asAdmin)).toEqual(secretHidden);
  });

  test('are counted by the health of a worker, which has no caller', async () => {
    const asked: string[] = [];
    const { server } = serverWith(({ id }) => asked.push(id) > 0);
    const health = await send(server, hostRequest('GET', '/worker/health'));
    expect([health.json['tool_count'], asked]).toEqual(['2', []]);
  });

  test('are checked once for each call with their ID', async () => {
    const asked: string[] = [];
    const { server } = serverWith(async ({ id }) => {
      asked.push(id);
      return true;
    });
    await send(server, hostRequest('POST', '/tools/call', { request: { tool_id: 'Notes.Secret' } }));
    expect(asked).toEqual(['Notes.Secret']);
  });
});
