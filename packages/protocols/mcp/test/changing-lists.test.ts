import { describe, expect, test, vi } from 'vitest';
import {
  createMcpUpdates,
  definePrompt,
  defineResource,
  type McpOptions,
  mcp,
  type ResourceDefinition,
} from '../src/index.ts';
import { connect, enveloped } from './support/connection.ts';
import { createEndpoint, eventsOf, legacy, modern } from './support/http.ts';
import { legacyRevisions, type SentMessage } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { beginSession } from './support/session.ts';
import { add, echo, tool } from './support/tools.ts';

const guide = defineResource({ uri: 'docs://guide', name: 'guide.md', text: 'Read me' });
const terms = defineResource({ uri: 'docs://terms', name: 'terms.md', text: 'Agreed' });
const review = definePrompt({ name: 'review', messages: 'Review this.' });
const explain = definePrompt({ name: 'explain', messages: 'Explain this.' });

const changed = (list: string) => ({ jsonrpc: '2.0', method: `notifications/${list}/list_changed`, params: {} });
const isChange = ({ method = '' }: SentMessage): boolean => method.endsWith('list_changed');

function setUp() {
  const updates = createMcpUpdates();
  return { updates, options: { resources: [guide], prompts: [review], updates } satisfies McpOptions };
}

const uris = (message: SentMessage) => listOf(message, 'resources').map(({ uri }) => uri);
const names = (message: SentMessage) => listOf(message, 'prompts').map(({ name }) => name);

function listOf({ result = {} }: SentMessage, list: string) {
  return result[list] as readonly { readonly uri?: string; readonly name: string }[];
}

describe('over a connection', () => {
  test.each(legacyRevisions)('a client of %s is notified of replaced lists until it leaves', async (revision) => {
    const { updates, options } = setUp();
    const client = connect(createTestService([add]), options);
    await client.initialize(revision);
    expect(client.sent[0]?.result?.['capabilities']).toMatchObject({
      resources: { listChanged: true },
      prompts: { listChanged: true },
    });
    updates.replaceResources([guide, terms]);
    updates.replacePrompts([explain]);
    expect(client.sent.filter(isChange)).toEqual([changed('resources'), changed('prompts')]);
    expect(uris(await client.request('resources/list'))).toEqual(['docs://guide', 'docs://terms']);
    expect(names(await client.request('prompts/list'))).toEqual(['explain']);
    expect((await client.request('resources/read', { uri: 'docs://terms' })).result).toMatchObject({
      contents: [{ text: 'Agreed' }],
    });
    expect((await client.request('prompts/get', { name: 'review' })).error?.code).toBe(-32602);
    await client.close();
    updates.replaceResources([]);
    expect(client.sent.filter(isChange)).toHaveLength(2);
  });

  test('a list that may be replaced is declared while it is empty, and a list without the option is not', async () => {
    const client = connect(createTestService([add]), { resources: [], updates: createMcpUpdates() });
    const { result } = await client.request('server/discover', enveloped());
    expect(result?.['capabilities']).toMatchObject({ resources: { listChanged: true, subscribe: true } });
    expect(result?.['capabilities']).not.toHaveProperty('prompts');
    expect(uris(await client.request('resources/list', enveloped()))).toEqual([]);
    expect((await client.request('prompts/list', enveloped())).error?.code).toBe(-32601);
  });

  test('nothing is declared for lists that cannot change', async () => {
    const client = connect(createTestService([add]), { resources: [guide], prompts: [review] });
    const { result } = await client.request('server/discover', enveloped());
    expect(result?.['capabilities']).toMatchObject({ resources: {}, prompts: {} });
    expect(JSON.stringify([result?.['capabilities']]).match(/listChanged/g)).toHaveLength(1);
  });

  test('a connection that begins later has the replaced lists', async () => {
    const { updates, options } = setUp();
    updates.replaceResources([terms]);
    const client = connect(createTestService([add]), options);
    await client.initialize('2025-11-25');
    expect(uris(await client.request('resources/list'))).toEqual(['docs://terms']);
  });

  test('a closed connection checks no more lists', async () => {
    const { updates, options } = setUp();
    const ended = vi.fn();
    const beforeReplace: typeof updates.beforeReplace = (prepare) => {
      const end = updates.beforeReplace(prepare);
      return () => {
        ended();
        end();
      };
    };
    const client = connect(createTestService([add]), { ...options, updates: { ...updates, beforeReplace } });
    expect(ended).not.toHaveBeenCalled();
    await client.close();
    expect(ended).toHaveBeenCalledOnce();
  });

  test('an invalid definition throws, and every list stays as it is', async () => {
    const { updates, options } = setUp();
    const client = connect(createTestService([add]), options);
    await client.initialize('2025-11-25');
    expect(() => updates.replaceResources([terms, terms])).toThrow(/'docs:\/\/terms' is defined twice/);
    expect(() => updates.replacePrompts([{ ...explain, name: 'two words' }])).toThrow(/'two words' cannot be served/);
    expect(client.sent.filter(isChange)).toEqual([]);
    expect(uris(await client.request('resources/list'))).toEqual(['docs://guide']);
    expect(names(await client.request('prompts/list'))).toEqual(['review']);
  });
});

test('with subscriptions/listen, a client is notified of the lists that it requested (MCP-SUB-02, MCP-SUB-03)', async () => {
  const { updates, options } = setUp();
  const service = createTestService([add]);
  const listen = async (notifications: object) => {
    const [value, sent] = modern('subscriptions/listen', { notifications }, { id: 'l1' });
    const { body } = await createEndpoint(service, options).open(value, sent);
    const pieces = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const next = async () => eventsOf(new TextDecoder().decode((await pieces.next()).value as Uint8Array));
    return { next, leave: () => pieces.return?.() };
  };
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  const stream = await listen(all);
  const promptStream = await listen({ promptsListChanged: true });
  expect(await stream.next()).toMatchObject([{ params: { notifications: all } }]);
  await promptStream.next();
  updates.replaceResources([]);
  updates.replacePrompts([]);
  const params = { _meta: { 'io.modelcontextprotocol/subscriptionId': 'l1' } };
  const received: SentMessage[] = [];
  while (received.length < 2) received.push(...(await stream.next()));
  expect(received).toEqual([
    { ...changed('resources'), params },
    { ...changed('prompts'), params },
  ]);
  expect(await promptStream.next()).toEqual([{ ...changed('prompts'), params }]);
  await stream.leave();
  await promptStream.leave();
  await vi.waitFor(() => expect(service.listening).toBe(0));
});

describe('over HTTP, with a session', () => {
  const call = (id: number, name: string) => ({ id, method: 'tools/call', params: { name } });

  test('a client is notified on the stream of the call that changed a list, or of the next call, once', async () => {
    const { updates, options } = setUp();
    const replacing = tool('Test.Replace', () => updates.replacePrompts([explain]));
    const replacingLater = tool('Test.Later', async () => {
      await Promise.resolve();
      updates.replacePrompts([explain]);
    });
    const service = createTestService([replacing, replacingLater, add]);
    const endpoint = createEndpoint(service, options);
    const client = await beginSession(endpoint, { revision: '2025-11-25' });
    for (const name of ['Test_Replace', 'Test_Later']) {
      expect((await client.send(call(1, name))).messages).toMatchObject([changed('prompts'), { id: 1 }]);
    }
    updates.replaceResources([terms]);
    updates.replaceResources([guide]);
    service.replace([echo]);
    // Only calls have a stream.
    expect((await client.send({ id: 2, method: 'resources/list' })).messages).toMatchObject([{ id: 2 }]);
    const { messages } = await client.send(call(3, 'Test_Echo'));
    expect(messages.slice(0, -1)).toEqual([changed('resources'), changed('tools')]);
    expect((await client.send(call(4, 'Test_Echo'))).messages).toMatchObject([{ id: 4 }]);
  });

  test('changes from before the session are not sent', async () => {
    const { updates, options } = setUp();
    const endpoint = createEndpoint(createTestService([add]), options);
    const first = await beginSession(endpoint);
    await first.send({ id: 1, method: 'tools/list' });
    updates.replaceResources([terms]);
    const client = await beginSession(endpoint);
    const params = { name: 'Test_Add', arguments: { a: 1, b: 2 } };
    expect((await client.send({ id: 1, method: 'tools/call', params })).messages).toMatchObject([{ id: 1 }]);
  });

  test('changed lists are declared only with sessions', async () => {
    const { options } = setUp();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const capabilitiesWith = async (more: McpOptions) => {
      const endpoint = createEndpoint(createTestService([add]), { ...options, ...more });
      const { message } = await endpoint.post(...legacy(undefined, 'initialize', params));
      return message.result?.['capabilities'];
    };
    expect(await capabilitiesWith({})).toMatchObject({
      tools: { listChanged: true },
      resources: { listChanged: true },
      prompts: { listChanged: true },
    });
    expect(JSON.stringify(await capabilitiesWith({ sessions: false }))).not.toContain('listChanged');
  });
});

describe('a template with list', () => {
  const noteOf = (changes: Partial<ResourceDefinition>): ResourceDefinition => ({
    uri: 'notes://{name}',
    name: 'notes',
    mimeType: 'text/markdown',
    read: ({ name }) => `# ${name}`,
    ...changes,
  });
  const list = async (resources: readonly ResourceDefinition[], options: McpOptions = {}) => {
    const endpoint = createEndpoint(createTestService([add]), { resources, ...options });
    return (await endpoint.post(...modern('resources/list'))).message;
  };

  test('lists what it holds for each caller, with the fields of the template, and only its caller may cache that', async () => {
    const note = noteOf({
      list: () => [{ uri: 'notes://tea' }, { uri: 'notes://cake', title: 'Cake', name: undefined, size: 6 }],
    });
    expect((await list([guide, note])).result).toMatchObject({
      cacheScope: 'private',
      resources: [
        { uri: 'docs://guide', name: 'guide.md' },
        { uri: 'notes://tea', name: 'notes', mimeType: 'text/markdown' },
        { uri: 'notes://cake', name: 'notes', title: 'Cake', size: 6 },
      ],
    });
  });

  test('is not run for callers that may not see it', async () => {
    const listNotes = vi.fn(() => []);
    expect(uris(await list([guide, noteOf({ list: listNotes, visible: () => false })]))).toEqual(['docs://guide']);
    expect(listNotes).not.toHaveBeenCalled();
  });

  test('lists a URI once, and the resource without variables first', async () => {
    const listed = noteOf({ uri: 'docs://{name}', list: () => [{ uri: 'docs://guide' }, { uri: 'docs://tea' }] });
    expect((await list([listed, guide])).result).toMatchObject({
      resources: [{ name: 'guide.md' }, { uri: 'docs://tea' }],
    });
  });

  test('lists in pages', async () => {
    const note = noteOf({ list: () => [{ uri: 'notes://a' }, { uri: 'notes://b' }] });
    const endpoint = createEndpoint(createTestService([add]), { resources: [guide, note], pageSize: 2 });
    const first = (await endpoint.post(...modern('resources/list'))).message;
    expect(uris(first)).toEqual(['docs://guide', 'notes://a']);
    const cursor = first.result?.['nextCursor'];
    expect(uris((await endpoint.post(...modern('resources/list', { cursor }))).message)).toEqual(['notes://b']);
  });

  test('logs a URI that its own URI does not match, and leaves it out', async () => {
    const warn = vi.fn();
    const note = noteOf({ list: () => [{ uri: 'files://tea' }, { uri: 'notes://tea' }] });
    expect(uris(await list([note], { logger: { warn } }))).toEqual(['notes://tea']);
    expect(JSON.stringify(warn.mock.calls)).toContain("returned 'files://tea', which its uri doesn't match");
  });

  test('replies with an error if the function fails, without its message', async () => {
    const note = noteOf({ list: () => Promise.reject(new Error('postgres://secret')) });
    const { error } = await list([guide, note], { logger: { warn: () => undefined } });
    expect(error?.code).toBe(-32603);
    expect(error?.message).toBe("The list of 'notes' failed unexpectedly");
  });

  test('must have variables in its URI', () => {
    expect(() => mcp({ resources: [{ ...guide, list: () => [] }] })).toThrow(/list, but its uri has no variables/);
  });
});
