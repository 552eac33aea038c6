import { defineTool } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { definePrompt, defineResource } from '../src/index.ts';
import { connect, enveloped } from './support/connection.ts';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { legacyRevisions } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { beginSession } from './support/session.ts';

const kinds = ['form', 'url', 'sampling', 'sampling_with_tools', 'roots'] as const;

const look = defineTool({
  id: 'Test.Client',
  version: '1.0.0',
  description: 'Returns its client.',
  run: (_input, { client, sessionId }) => {
    const { canAsk, ...names } = client;
    return JSON.stringify({ ...names, askable: kinds.filter((kind) => canAsk(kind)), sessionId });
  },
});

/** Is visible only to clients with roots. */
const files = defineTool({ id: 'Test.Files', version: '1.0.0', description: 'Lists files.', run: () => 'a.txt' });

const service = createTestService([look, files], {
  visible: ({ id }, _principal, client) => id !== 'Test.Files' || client?.canAsk('roots') === true,
});

const clientInfo = { name: 'editor', version: '2.1.0' };
const call = { method: 'tools/call', params: { name: 'Test_Client', arguments: {} } };

/** What a tool received, from the text of its result. */
function seenIn(result: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> {
  const [block] = (result?.['content'] ?? []) as readonly { readonly text: string }[];
  return JSON.parse(block?.text ?? '{}') as Readonly<Record<string, unknown>>;
}

function namesIn(result: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return ((result?.['tools'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** A call in 2026-07-28. */
function modernCall(info: object, capabilities: object = {}): ReturnType<typeof modern> {
  return modern(call.method, call.params, { capabilities, meta: { 'io.modelcontextprotocol/clientInfo': info } });
}

const declared = [
  [{}, []],
  [{ elicitation: {} }, ['form']],
  [{ elicitation: { url: {} }, roots: {} }, ['url', 'roots']],
  [{ elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }, [...kinds]],
  [{ sampling: {} }, ['sampling']],
] as const;

describe('context.client', () => {
  test.each(declared)('supports the input that a request declares: %j (MCP-ASK-01)', async (capabilities, askable) => {
    const { message } = await createEndpoint(service).post(...modernCall(clientInfo, capabilities));
    expect(seenIn(message.result)).toEqual({ ...clientInfo, protocolVersion: '2026-07-28', askable });
  });

  test('has a long name and version without half of a character at the end', async () => {
    const long = { name: `${'n'.repeat(47)}😀`, version: `${'1'.repeat(23)}😀` };
    const { message } = await createEndpoint(service).post(...modernCall(long));
    expect(seenIn(message.result)).toMatchObject({ name: 'n'.repeat(47), version: '1'.repeat(23) });
  });

  test('has no name if a request has none (MCP-META-02)', async () => {
    const { message } = await createEndpoint(service).post(...modern(call.method, call.params));
    expect(seenIn(message.result)).toEqual({ protocolVersion: '2026-07-28', askable: [] });
  });

  for (const revision of legacyRevisions) {
    test.each(declared)(
      `supports the input that a connection of ${revision} declares: %j`,
      async (abilities, askable) => {
        const connection = connect(service);
        await connection.initialize(revision, abilities);
        const { result } = await connection.request(call.method, call.params);
        const info = { name: 'test', version: '1' };
        expect(seenIn(result)).toEqual({
          ...info,
          protocolVersion: revision,
          askable,
          sessionId: expect.any(String) as string,
        });
        await connection.close();
      },
    );

    test.each(declared)(
      `supports the input that a session of ${revision} declares: %j`,
      async (capabilities, askable) => {
        const session = await beginSession(createEndpoint(service), { revision, capabilities, clientInfo });
        const { message } = await session.send({ id: 1, ...call });
        const { sessionId, ...client } = seenIn(message.result);
        expect(client).toEqual({ ...clientInfo, protocolVersion: revision, askable });
        // A part of the header, which doesn't give access to the session.
        expect(sessionId).toMatch(/^[\w-]{16}$/);
        expect(session.id).not.toContain(sessionId);
      },
    );

    test(`has only a version without a session of ${revision}`, async () => {
      const { message } = await createEndpoint(service).post(...legacy(revision, call.method, call.params));
      expect(seenIn(message.result)).toEqual({ protocolVersion: revision, askable: [] });
    });
  }

  test('supports no input in a call without a stream, which cannot request any', async () => {
    const endpoint = createEndpoint(service);
    const { id } = await beginSession(endpoint, { capabilities: { roots: {} }, clientInfo });
    const headers = { 'mcp-session-id': id, accept: 'application/json' };
    const { message } = await endpoint.post({ jsonrpc: '2.0', id: 1, ...call }, { headers });
    expect(seenIn(message.result)).toMatchObject({ ...clientInfo, askable: [] });
  });

  test('is the same for a long name in every revision', async () => {
    const long = { name: 'n'.repeat(100), version: '9'.repeat(100) };
    const endpoint = createEndpoint(service);
    const stateless = await endpoint.post(...modernCall(long));
    const session = await beginSession(endpoint, { clientInfo: long });
    const answered = await session.send({ id: 1, ...call });
    const cut = { name: 'n'.repeat(48), version: '9'.repeat(24) };
    expect(seenIn(stateless.message.result)).toMatchObject(cut);
    expect(seenIn(answered.message.result)).toMatchObject(cut);
  });
});

describe('context.sessionId', () => {
  test('is the same in each request of a session, and different in another session', async () => {
    const endpoint = createEndpoint(service);
    const [first, second] = [await beginSession(endpoint), await beginSession(endpoint)];
    const ids: unknown[] = [];
    for (const session of [first, first, second]) {
      ids.push(seenIn((await session.send({ id: 1, ...call })).message.result)['sessionId']);
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('is absent in 2026-07-28, which has no sessions', async () => {
    const connection = connect(service);
    const { result } = await connection.request(call.method, enveloped(call.params));
    expect(seenIn(result)).not.toHaveProperty('sessionId');
    await connection.close();
  });
});

describe('visible', () => {
  const roots = { roots: {} };

  test.each(legacyRevisions)('depends on the client of a session in %s', async (revision) => {
    const endpoint = createEndpoint(service);
    for (const [capabilities, isVisible] of [
      [roots, true],
      [{}, false],
    ] as const) {
      const session = await beginSession(endpoint, { revision, capabilities });
      const listed = await session.send({ id: 1, method: 'tools/list' });
      expect(namesIn(listed.message.result).includes('Test_Files')).toBe(isVisible);
      const called = await session.send({ id: 2, method: 'tools/call', params: { name: 'Test_Files' } });
      expect(called.message.error === undefined).toBe(isVisible);
    }
  });

  test('depends on the client of a request in 2026-07-28', async () => {
    const endpoint = createEndpoint(service);
    for (const [capabilities, isVisible] of [
      [roots, true],
      [{}, false],
    ] as const) {
      const listed = await endpoint.post(...modern('tools/list', {}, { capabilities }));
      expect(namesIn(listed.message.result).includes('Test_Files')).toBe(isVisible);
      const called = await endpoint.post(...modern('tools/call', { name: 'Test_Files' }, { capabilities }));
      expect(called.message.error === undefined).toBe(isVisible);
    }
  });

  test('of a resource and a prompt depends on the client, and their functions see it', async () => {
    const forRoots: Parameters<typeof definePrompt>[0]['visible'] = (_principal, _values, client) =>
      client.canAsk('roots');
    const prompt = definePrompt({
      name: 'where',
      visible: forRoots,
      messages: (_input, { client }) => `${client.name} ${client.canAsk('roots')}`,
    });
    const resource = defineResource({
      uri: 'test://where',
      name: 'where',
      visible: forRoots,
      read: (_variables, { client, sessionId }) => `${client.protocolVersion} ${sessionId === undefined}`,
    });
    const endpoint = createEndpoint(service, { prompts: [prompt], resources: [resource] });
    const meta = { 'io.modelcontextprotocol/clientInfo': clientInfo };
    const ask = async (method: string, params: Readonly<Record<string, unknown>>, capabilities: object = roots) =>
      (await endpoint.post(...modern(method, params, { capabilities, meta }))).message;
    expect(await ask('prompts/list', {}, {})).toMatchObject({ result: { prompts: [], cacheScope: 'private' } });
    expect(await ask('prompts/get', { name: 'where' }, {})).toMatchObject({ error: { code: -32602 } });
    expect(JSON.stringify(await ask('prompts/get', { name: 'where' }))).toContain('editor true');
    expect(await ask('resources/list', {}, {})).toMatchObject({ result: { resources: [], cacheScope: 'private' } });
    expect(JSON.stringify(await ask('resources/read', { uri: 'test://where' }))).toContain('2026-07-28 true');
  });
});

describe('a listing that depends on its caller (MCP-LIST-06)', () => {
  const always = (): boolean => true;
  const page = defineResource({ uri: 'test://page', name: 'page', text: 'x' });
  const hidden = defineResource({ uri: 'test://hidden', name: 'hidden', text: 'x', visible: always });
  const template = defineResource({ uri: 'test://{name}', name: 'template', read: () => 'x', visible: always });
  const prompt = definePrompt({ name: 'plain', messages: 'x' });
  const hiddenPrompt = definePrompt({ name: 'hidden', messages: 'x', visible: always });
  const tools = createTestService([look]);

  async function scopeOf(
    method: string,
    tested: ReturnType<typeof createTestService>,
    options: Parameters<typeof createEndpoint>[1],
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<unknown> {
    const { message } = await createEndpoint(tested, options).post(...modern(method, params));
    return message.result?.['cacheScope'];
  }

  test.each([
    ['tools/list', tools, {}, 'public'],
    ['tools/list', service, {}, 'private'],
    ['server/discover', tools, {}, 'public'],
    ['server/discover', service, {}, 'private'],
    ['resources/list', tools, { resources: [page] }, 'public'],
    ['resources/list', tools, { resources: [page, hidden] }, 'private'],
    // UIs belong to tools.
    ['resources/list', service, { resources: [page] }, 'private'],
    ['resources/templates/list', tools, { resources: [hidden] }, 'public'],
    ['resources/templates/list', tools, { resources: [template] }, 'private'],
    ['prompts/list', tools, { prompts: [prompt] }, 'public'],
    ['prompts/list', tools, { prompts: [prompt, hiddenPrompt] }, 'private'],
  ] as const)('is private: %s', async (method, tested, options, scope) => {
    expect(await scopeOf(method, tested, options)).toBe(scope);
  });

  test.each([
    ['test://page', 'public'],
    ['test://hidden', 'private'],
  ])('is like a resource that depends on its caller: %s', async (uri, scope) => {
    expect(await scopeOf('resources/read', tools, { resources: [page, hidden] }, { uri })).toBe(scope);
  });
});
