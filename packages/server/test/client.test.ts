import { defineTool } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { createCaller, createToolServer, silentLogger } from '../src/index.ts';
import { callOf } from './support.ts';

const kinds = ['form', 'url', 'sampling', 'sampling_with_tools', 'roots'] as const;

const look = defineTool({
  id: 'Test.Client',
  version: '1.0.0',
  description: 'Returns its client.',
  run: (_input, { client: { canAsk, ...names }, sessionId = 'none' }) =>
    JSON.stringify({ ...names, askable: kinds.filter((kind) => canAsk(kind)), sessionId }),
});

const ask = () => Promise.resolve({});
const editor = {
  name: 'editor',
  version: '2',
  protocolVersion: '2025-11-25',
  canAsk: (kind: string) => kind === 'roots',
};

async function seen(settings: Parameters<typeof createCaller>[1]): Promise<unknown> {
  const server = createToolServer({ tools: [look], wires: [], logger: silentLogger });
  return JSON.parse(String(await createCaller(server, settings).value(look, {}))) as unknown;
}

describe('context.client', () => {
  test('has no name without a protocol that reports one, and supports input if the call can request it', async () => {
    expect(await seen({})).toEqual({ askable: [], sessionId: 'none' });
    expect(await seen({ ask })).toEqual({ askable: [...kinds], sessionId: 'none' });
  });

  test('is the client of the call', async () => {
    const { canAsk: _canAsk, ...names } = editor;
    expect(await seen({ client: editor, sessionId: 's-1', ask })).toEqual({
      ...names,
      askable: ['roots'],
      sessionId: 's-1',
    });
  });

  test('supports no input in a call that cannot request any', async () => {
    expect(await seen({ client: editor })).toMatchObject({ name: 'editor', askable: [] });
  });
});

describe('the last argument of visible', () => {
  const viewer = { principal: undefined, values: { get: () => undefined as never } };
  const server = (scopes?: { readonly listing: 'hide' }) =>
    createToolServer({
      tools: [look],
      wires: [],
      logger: silentLogger,
      visible: (_tool, _principal, _values, client) => client.canAsk('roots'),
      ...(scopes && { scopes }),
    });

  test.each([undefined, { listing: 'hide' } as const])('is the client, with the scopes %j', async (scopes) => {
    const { service } = server(scopes);
    expect((await service.page({ ...viewer, client: editor })).tools).toHaveLength(1);
    expect((await service.page(viewer)).tools).toEqual([]);
    expect(await service.call(callOf('Test.Client', {}, { client: editor }))).toMatchObject({ kind: 'value' });
    expect(await service.call(callOf('Test.Client', {}))).toMatchObject({ code: 'tool_not_found' });
  });

  test('supports input that a call in process can request', async () => {
    expect(await createCaller(server(), { ask })(look, {})).toMatchObject({ kind: 'value' });
    expect(await createCaller(server())(look, {})).toMatchObject({ code: 'tool_not_found' });
  });

  test('makes listings private, and so do hidden scopes (MCP-LIST-06)', () => {
    const hides = (options: object): unknown =>
      createToolServer({ tools: [look], wires: [], logger: silentLogger, ...options }).service.hidesTools;
    expect(hides({})).toBe(false);
    expect(hides({ visible: () => true })).toBe(true);
    expect(hides({ scopes: { listing: 'hide' } })).toBe(true);
    expect(hides({ scopes: { listing: 'show' } })).toBe(false);
  });
});
