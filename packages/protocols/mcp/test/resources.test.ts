import { type ArtifactLookup, contextEntry, contextValues, createContextKey } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { describe, expect, test, vi } from 'vitest';
import { connectMcp, defineResource, type McpOptions, mcp, type ResourceDefinition } from '../src/index.ts';
import { connect, enveloped } from './support/connection.ts';
import { createEndpoint, legacy, modern, type TestEndpoint } from './support/http.ts';
import { legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, nameForm } from './support/tools.ts';

const revisions: readonly Revision[] = [...legacyRevisions, '2026-07-28'];

function request(revision: Revision, method: string, params: Record<string, unknown> = {}) {
  return revision === '2026-07-28' ? modern(method, params) : legacy(revision, method, params);
}

function endpointOf(resources: readonly ResourceDefinition[], options: McpOptions = {}): TestEndpoint {
  return createEndpoint(createTestService([add]), { resources, ...options });
}

async function read(endpoint: TestEndpoint, uri: unknown, revision: Revision = '2026-07-28') {
  return (await endpoint.post(...request(revision, 'resources/read', { uri }))).message;
}

const guide = defineResource({
  uri: 'docs://guide',
  name: 'guide.md',
  title: 'The guide',
  description: 'How it is done.',
  mimeType: 'text/markdown',
  annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' },
  icons: [{ src: 'https://tools.example.com/guide.png' }],
  meta: { 'com.example/team': 'docs' },
  text: '# Grüße',
});
const logo = defineResource({ uri: 'docs://logo', name: 'logo', blob: Uint8Array.of(1, 2, 255) });
const notes = defineResource({
  uri: 'notes://{folder}/{+path}{?version}',
  name: 'notes',
  read: ({ folder, path, version = 'newest' }) =>
    folder === 'empty' ? undefined : JSON.stringify({ folder, path, version }),
});

describe('a resource', () => {
  test.each([
    ['2024-11-05', {}],
    ['2025-03-26', {}],
    ['2025-06-18', { title: guide.title, _meta: guide.meta, annotations: guide.annotations }],
    ['2025-11-25', { title: guide.title, _meta: guide.meta, annotations: guide.annotations, icons: guide.icons }],
    ['2026-07-28', { title: guide.title, _meta: guide.meta, annotations: guide.annotations, icons: guide.icons }],
  ] as const)('is listed in %s with the supported fields (MCP-RES-01)', async (revision, more) => {
    const { message } = await endpointOf([guide, logo, notes]).post(...request(revision, 'resources/list'));
    expect(message.result?.['resources']).toEqual([
      {
        uri: 'docs://guide',
        name: 'guide.md',
        description: 'How it is done.',
        mimeType: 'text/markdown',
        size: 9,
        annotations: { audience: ['user'], priority: 0.5 },
        ...more,
      },
      { uri: 'docs://logo', name: 'logo', size: 3 },
    ]);
  });

  test.each(revisions)('is read as text or as base64, in %s (MCP-RES-06)', async (revision) => {
    const endpoint = endpointOf([guide, logo]);
    expect((await read(endpoint, 'docs://guide', revision)).result?.['contents']).toEqual([
      { uri: 'docs://guide', mimeType: 'text/markdown', text: '# Grüße' },
    ]);
    expect((await read(endpoint, 'docs://logo', revision)).result?.['contents']).toEqual([
      { uri: 'docs://logo', mimeType: 'application/octet-stream', blob: 'AQL/' },
    ]);
  });

  test.each(revisions)('with variables is listed as a template and read with their values, in %s', async (revision) => {
    const endpoint = endpointOf([notes]);
    const { message } = await endpoint.post(...request(revision, 'resources/templates/list'));
    expect(message.result?.['resourceTemplates']).toEqual([{ uriTemplate: notes.uri, name: 'notes' }]);
    const { result } = await read(endpoint, 'notes://a%20b/c/d.md?version=2', revision);
    const [{ text } = { text: '' }] = (result?.['contents'] ?? []) as readonly { readonly text: string }[];
    expect(JSON.parse(text)).toEqual({ folder: 'a b', path: 'c/d.md', version: '2' });
  });

  test('may have several parts, each with its own URI and MIME type', async () => {
    const folder = defineResource({
      uri: 'docs://all',
      name: 'all',
      read: () => [
        { uri: 'docs://a', text: 'a', meta: { 'com.example/a': 1 } },
        { mimeType: 'image/png', blob: Uint8Array.of(0) },
      ],
    });
    expect((await read(endpointOf([folder]), 'docs://all')).result?.['contents']).toEqual([
      { uri: 'docs://a', mimeType: 'text/plain', text: 'a', _meta: { 'com.example/a': 1 } },
      { uri: 'docs://all', mimeType: 'image/png', blob: 'AA==' },
    ]);
  });

  test('may be cached for the configured time, unless a function reads it', async () => {
    const endpoint = endpointOf([guide, notes], { ttlMs: 5000 });
    expect((await read(endpoint, 'docs://guide')).result).toMatchObject({ ttlMs: 5000, cacheScope: 'public' });
    expect((await read(endpoint, 'notes://a/b')).result).toMatchObject({ ttlMs: 0, cacheScope: 'public' });
  });

  test('is read with the principal and the context values', async () => {
    const tenant = createContextKey('tenant', 'none');
    const mine = defineResource({
      uri: 'me://name',
      name: 'name',
      read: (_variables, { principal, get, uri }) => `${principal?.id} ${get(tenant)} ${uri}`,
    });
    const values = contextValues([contextEntry(tenant, 'acme')]);
    const connection = connect(createTestService([]), { resources: [mine], principal: { id: 'ada' }, values });
    const answer = await connection.request('resources/read', enveloped({ uri: 'me://name' }));
    expect(answer.result).toMatchObject({ contents: [{ text: 'ada acme me://name' }], cacheScope: 'private' });
  });

  test('can request input over HTTP only in 2026-07-28 (MCP-ASK-05)', async () => {
    const asking = defineResource({
      uri: 'me://greeting',
      name: 'greeting',
      read: async (_variables, { ask }) => {
        const { name } = await ask({ name: nameForm });
        return JSON.stringify(name.content);
      },
    });
    const endpoint = endpointOf([asking]);
    const capabilities = { elicitation: {} };
    const first = await endpoint.post(...modern('resources/read', { uri: asking.uri }, { capabilities }));
    expect(first.message.result).toMatchObject({ resultType: 'input_required', inputRequests: { name: {} } });
    const requestState = first.message.result?.['requestState'];
    const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
    const again = { uri: asking.uri, requestState, inputResponses };
    const second = await endpoint.post(...modern('resources/read', again, { capabilities }));
    expect(second.message.result).toMatchObject({ contents: [{ text: '{"name":"Ada"}' }] });
    const elsewhere = await endpoint.post(
      ...modern('resources/read', { ...again, uri: 'me://other' }, { capabilities }),
    );
    expect(elsewhere.message.error?.message).toMatch(/was not issued for/);
    const early = await endpoint.post(...legacy('2025-11-25', 'resources/read', { uri: asking.uri }));
    expect(early.message.error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('What is your name?') as string,
    });
  });

  test('accepts answers only for the URI that requested them (MCP-ASK-06)', async () => {
    const asking = defineResource({
      uri: 'files://{name}',
      name: 'files',
      read: async ({ name }, { ask }) => `${name} ${JSON.stringify(await ask({ name: nameForm }))}`,
    });
    const endpoint = endpointOf([asking]);
    const readFile = async (params: Readonly<Record<string, unknown>>) => {
      const [value] = modern('resources/read', params, { capabilities: { elicitation: {} } });
      const headers = {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'resources/read',
        'mcp-name': String(params['uri']),
      };
      return (await endpoint.post(value, { headers })).message;
    };
    const { result } = await readFile({ uri: 'files://a', name: 'x' });
    const again = { name: 'x', requestState: result?.['requestState'] };
    expect((await readFile({ ...again, uri: 'files://a' })).result).toMatchObject({ resultType: 'input_required' });
    expect((await readFile({ ...again, uri: 'files://b' })).error?.message).toMatch(/was not issued for/);
  });

  test.each([
    ['resources/read', { uri: { toString: 1, valueOf: 1 } }],
    ['resources/read', { uri: 'docs://guide', name: { toString: 1 } }],
  ])('a state without a subject is rejected like any other: %s, case %#', async (method, params) => {
    const [value, { headers }] = modern(method, { ...params, requestState: 'a.b' });
    const { 'mcp-name': _name, ...others } = headers;
    const named = typeof params.uri === 'string' ? { 'mcp-name': params.uri } : {};
    const { message } = await endpointOf([guide]).post(value, { headers: { ...others, ...named } });
    expect(message.error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/not issued for this call/) as string,
    });
  });

  test('can request input over a connection of 2025-11-25', async () => {
    const asking = defineResource({
      uri: 'me://greeting',
      name: 'greeting',
      read: async (_variables, { ask }) => JSON.stringify((await ask({ name: nameForm })).name.content),
    });
    const connection = connect(createTestService([]), { resources: [asking] });
    await connection.initialize('2025-11-25', { elicitation: {} });
    const answer = connection.request('resources/read', { uri: asking.uri });
    const asked = await vi.waitFor(() => {
      const found = connection.sent.find(({ method }) => method === 'elicitation/create');
      if (found === undefined) throw new Error('not asked');
      return found;
    });
    connection.receive({ jsonrpc: '2.0', id: asked.id, result: { action: 'accept', content: { name: 'Bob' } } });
    expect((await answer).result).toMatchObject({ contents: [{ text: '{"name":"Bob"}' }] });
  });
});

describe('the capability', () => {
  test.each(revisions)('is declared only if there are resources, in %s (MCP-RES-01)', async (revision) => {
    const capabilitiesOf = async (endpoint: TestEndpoint): Promise<unknown> => {
      const clientInfo = { name: 'test', version: '1' };
      const [value, options] =
        revision === '2026-07-28'
          ? modern('server/discover')
          : legacy(undefined, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo });
      return (await endpoint.post(value, options)).message.result?.['capabilities'];
    };
    expect(await capabilitiesOf(endpointOf([guide]))).toHaveProperty('resources', {});
    const without = endpointOf([]);
    expect(await capabilitiesOf(without)).not.toHaveProperty('resources');
    const { message, status } = await without.post(...request(revision, 'resources/list'));
    expect([status, message.error?.code]).toEqual([revision === '2026-07-28' ? 404 : 200, -32601]);
  });
});

describe('a list', () => {
  const many = Array.from({ length: 5 }, (_, index) =>
    defineResource({ uri: `docs://${index}`, name: `${index}`, text: '' }),
  );

  test.each(revisions)('is paginated and rejects an unknown cursor, in %s', async (revision) => {
    const endpoint = endpointOf(many, { pageSize: 2 });
    const calls: unknown[] = [];
    let cursor: unknown;
    do {
      const { message } = await endpoint.post(...request(revision, 'resources/list', cursor ? { cursor } : {}));
      calls.push(
        ...((message.result?.['resources'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name),
      );
      cursor = message.result?.['nextCursor'];
    } while (cursor !== undefined);
    expect(calls).toEqual(['0', '1', '2', '3', '4']);
    const { message } = await endpoint.post(...request(revision, 'resources/list', { cursor: 'x' }));
    expect(message.error?.code).toBe(-32602);
  });

  test('contains only what its caller may see, read and subscribe to', async () => {
    const secret = defineResource({
      uri: 'docs://secret',
      name: 'secret',
      text: 'hidden',
      visible: (principal) => principal?.id === 'ada',
    });
    const broken = defineResource({
      uri: 'docs://broken',
      name: 'broken',
      text: 'hidden',
      visible: () => {
        throw new Error('no database');
      },
    });
    const text = (() => 'yes') as () => never;
    const undecided = defineResource({ uri: 'docs://undecided', name: 'undecided', text: 'hidden', visible: text });
    const warn = vi.fn<() => void>();
    const endpoint = endpointOf([guide, secret, broken, undecided], { logger: { warn } });
    const namesFor = async (id?: string): Promise<unknown> => {
      const [value, options] = modern('resources/list');
      const { message } = await endpoint.post(value, { ...options, ...(id && { principal: { id } }) });
      return ((message.result?.['resources'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
    };
    expect([await namesFor(), await namesFor('ada')]).toEqual([['guide.md'], ['guide.md', 'secret']]);
    expect(warn).toHaveBeenCalled();
    const unseen = await read(endpoint, 'docs://secret');
    const none = await read(endpoint, 'docs://secreS');
    expect(unseen.error).toEqual({ ...none.error, data: { uri: 'docs://secret' } });
  });
});

describe('an unknown URI', () => {
  test.each(revisions)('is an error with the URI and the code of %s (MCP-RES-02, MCP-RES-03)', async (revision) => {
    const { error } = await read(endpointOf([guide, notes]), 'docs://guidd', revision);
    expect(error).toEqual({
      code: revision === '2026-07-28' ? -32602 : -32002,
      message: "Unknown resource. Did you mean 'docs://guide'?",
      data: { uri: 'docs://guidd' },
    });
    expect((await read(endpointOf([notes]), 'notes://empty/x', revision)).error?.code).toBe(error?.code);
  });

  test.each([
    ['missing', undefined],
    ['a number', 7],
    ['empty', ''],
    ['without a scheme', 'guide'],
    ['with a space', 'docs://a b'],
    ['with a control', 'docs://\u0000'],
    ['with other letters', 'docs://gr\u00fc\u00dfe'],
    ['of 2055 letters', `docs://${'a'.repeat(2048)}`],
  ])('is rejected before any lookup: %s (MCP-RES-04, MCP-RES-05)', async (_name, uri) => {
    const { message } = await endpointOf([guide]).post(...legacy('2025-11-25', 'resources/read', { uri }));
    expect(message.error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/at most 2048 characters/) as string,
    });
    expect(message.error?.data).toBeUndefined();
  });

  test('must match its header: -32020 (MCP-HEAD-02)', async () => {
    const [value, { headers }] = modern('resources/read', { uri: 'docs://guide' });
    const { status, message } = await endpointOf([guide]).post(value, {
      headers: { ...headers, 'mcp-name': 'docs://other' },
    });
    expect([status, message.error?.code]).toEqual([400, -32020]);
  });
});

describe('a read function', () => {
  const unreadable = 'The resource is empty, invalid, or too long for a message';
  const failing = (readIt: ResourceDefinition['read'], more: Partial<ResourceDefinition> = {}): ResourceDefinition => ({
    uri: 'test://failing',
    name: 'failing',
    read: readIt as NonNullable<ResourceDefinition['read']>,
    ...more,
  });

  test('logs an unexpected error and reveals no details to the caller', async () => {
    const warn = vi.fn<(fields: object, message: string) => void>();
    const thrower = failing(() => {
      throw new Error('password=hunter2 at /srv/db.js');
    });
    const { error } = await read(endpointOf([thrower], { logger: { warn } }), thrower.uri);
    expect(error).toEqual({ code: -32603, message: 'Reading the resource failed unexpectedly' });
    expect(warn).toHaveBeenCalledOnce();
  });

  test.each([
    ['no content', { uri: 'test://part' }],
    ['bytes that are too long', { text: '', blob: new Uint8Array(200) }],
    ['an ArrayBuffer', { blob: new ArrayBuffer(1) }],
    ['an ArrayBuffer next to text', { text: 'a', blob: new ArrayBuffer(1) }],
    ['text that is not a string', { text: ['a'] }],
    ['a string instead of a part', 'text'],
    ['null instead of a part', null],
    ['no part', undefined],
  ])('is rejected when it returns %s', async (_name, part) => {
    const limits = { timeoutMs: 1000, outputBytes: 100, runningCalls: 10 };
    const source = failing(() => [part as never]);
    const endpoint = createEndpoint({ ...createTestService([]), limits }, { resources: [source] });
    const { error } = await read(endpoint, source.uri);
    expect(error).toEqual({ code: -32603, message: unreadable });
  });

  test('can return parts whose other content is null', async () => {
    const source = failing(() => [
      { text: 'a', blob: null as never },
      { text: null as never, blob: Uint8Array.of(0) },
    ]);
    const { result } = await read(endpointOf([source]), source.uri);
    expect(result?.['contents']).toEqual([
      { uri: source.uri, mimeType: 'text/plain', text: 'a' },
      { uri: source.uri, mimeType: 'application/octet-stream', blob: 'AA==' },
    ]);
  });

  test('can return an error message to the caller', async () => {
    const thrower = failing(() => Promise.reject(new ToolError('The archive is closed on Sundays')));
    const { error } = await read(endpointOf([thrower]), thrower.uri);
    expect(error).toEqual({ code: -32603, message: 'The archive is closed on Sundays' });
  });

  test('is aborted at its time limit', async () => {
    const aborted = vi.fn<() => void>();
    const endless = failing(
      (_variables, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', aborted);
        }),
      { timeoutMs: 5 },
    );
    const { error } = await read(endpointOf([endless]), endless.uri);
    expect(error).toMatchObject({ code: -32603, message: 'Reading the resource timed out. Try again later.' });
    expect(aborted).toHaveBeenCalledOnce();
  });

  test('has the concurrency limit of tools (MCP-COMP-05)', async () => {
    let finish = (): void => undefined;
    const blocking = failing(() => new Promise<string>((resolve) => (finish = () => resolve('done'))));
    const service = { ...createTestService([]), limits: { timeoutMs: 30_000, outputBytes: 1000, runningCalls: 1 } };
    const endpoint = createEndpoint(service, { resources: [blocking] });
    const first = read(endpoint, blocking.uri);
    await vi.waitFor(async () => {
      const { error } = await read(endpoint, blocking.uri);
      expect(error).toMatchObject({ code: -32603, data: { code: 'overloaded', retry_after_ms: 1000 } });
    });
    finish();
    expect((await first).result).toMatchObject({ contents: [{ text: 'done' }] });
  });

  test.each([
    ['a text', () => 'x'.repeat(1001)],
    ['bytes', () => new Uint8Array(800)],
    ['parts', () => [{ text: 'x'.repeat(600) }, { text: 'x'.repeat(600) }]],
    ['nothing in it', () => []],
  ])('cannot return too much or invalid content: %s', async (_name, readIt) => {
    const service = { ...createTestService([]), limits: { timeoutMs: 30_000, outputBytes: 1000, runningCalls: 10 } };
    const endpoint = createEndpoint(service, { resources: [failing(readIt)] });
    const { error } = await read(endpoint, 'test://failing');
    expect(error).toEqual({ code: -32603, message: unreadable });
  });
});

describe('a file that a tool returned', () => {
  const stored = new Map<string, () => ArtifactLookup>([
    ['https://tools.example.com/artifacts?id=1', () => found('text/csv', 'a,b\n')],
    ['https://tools.example.com/artifacts?id=2', () => found('image/png', Uint8Array.of(255))],
    ['https://tools.example.com/artifacts?id=3', () => ({ ok: false, problem: 'expired' })],
    ['https://tools.example.com/artifacts?id=4', () => ({ ok: false, problem: 'gone' })],
    ['https://tools.example.com/artifacts?id=5', () => ({ ...found('text/csv', ''), size: 10 ** 9 }) as ArtifactLookup],
    ['https://tools.example.com/artifacts?id=6', () => found('text/plain', Uint8Array.of(255))],
    ['https://tools.example.com/artifacts?id=9', () => found('Text/CSV; charset="utf-8"', 'ä')],
    ['https://tools.example.com/artifacts?id=8', () => ({ ...found('text/csv', 'a'), size: 2 }) as ArtifactLookup],
  ]);
  const artifacts = {
    uriTemplate: 'https://tools.example.com/artifacts{?id}',
    read: (url: string): Promise<ArtifactLookup> =>
      Promise.resolve(stored.get(url)?.() ?? { ok: false, problem: 'unknown' }),
  };
  const endpoint = createEndpoint({ ...createTestService([]), artifacts });
  const at = (id: number): string => `https://tools.example.com/artifacts?id=${id}`;

  test.each(revisions)('is read by its URL and listed as a template, in %s', async (revision) => {
    expect((await read(endpoint, at(1), revision)).result?.['contents']).toEqual([
      { uri: at(1), mimeType: 'text/csv', text: 'a,b\n' },
    ]);
    expect((await read(endpoint, at(2), revision)).result?.['contents']).toEqual([
      { uri: at(2), mimeType: 'image/png', blob: '/w==' },
    ]);
    const { message } = await endpoint.post(...request(revision, 'resources/templates/list'));
    expect(message.result?.['resourceTemplates']).toMatchObject([{ uriTemplate: artifacts.uriTemplate }]);
  });

  test('is sent as text for any spelling of its type', async () => {
    expect((await read(endpoint, at(9))).result?.['contents']).toMatchObject([{ text: 'ä' }]);
  });

  test('is sent as bytes if it is not valid text', async () => {
    expect((await read(endpoint, at(6))).result?.['contents']).toEqual([
      { uri: at(6), mimeType: 'text/plain', blob: '/w==' },
    ]);
  });

  test('is private and must not be cached', async () => {
    expect((await read(endpoint, at(1))).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test.each([
    [3, /expired. Call the tool again/],
    [4, /was removed/],
    [7, /Unknown resource/],
  ])('is an error with a reason if it is missing: %i', async (id, words) => {
    expect((await read(endpoint, at(id))).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(words) as string,
    });
  });

  test('is an error with its size if it is too long', async () => {
    expect((await read(endpoint, at(5))).error?.message).toMatch(/Fetch it from its URL/);
  });

  test('is not sent in part if its length is wrong', async () => {
    expect((await read(endpoint, at(8))).error).toEqual({
      code: -32603,
      message: 'Reading the file failed unexpectedly',
    });
  });

  function found(contentType: string, body: string | Uint8Array): ArtifactLookup {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    return { ok: true, contentType, size: bytes.length, body: pieces() };
  }
});

describe('an invalid definition is rejected at startup', () => {
  test.each<[object, RegExp]>([
    [{ uri: 'guide', name: 'a', text: '' }, /must be a URI such as/],
    [{ uri: 'docs://a b', name: 'a', text: '' }, /without spaces/],
    [{ uri: 'docs://a', name: ' ', text: '' }, /has no name/],
    [{ uri: 'docs://a', name: 'a' }, /exactly one of text, blob or read must be set/],
    [{ uri: 'docs://a', name: 'a', text: '', blob: new Uint8Array() }, /exactly one of text, blob or read must be set/],
    [{ uri: 'docs://a', name: 'a', text: 3 }, /text must be a string, got 3/],
    [
      { uri: 'docs://a', name: 'a', blob: 'iVBO' },
      /blob must be bytes, such as Buffer.from\(base64, 'base64'\), got a s/,
    ],
    [{ uri: 'docs://a', name: 'a', blob: new Uint16Array(2) }, /blob must be bytes/],
    [{ uri: 'docs://a', name: 'a', blob: new DataView(new ArrayBuffer(2)) }, /blob must be bytes/],
    [{ uri: 'docs://{a}', name: 'a', text: '' }, /has variables, so it needs the function read/],
    [{ uri: 'docs://{a}{b}', name: 'a', read: () => '' }, /next to another variable/],
    [{ uri: 'docs://{+a}/b', name: 'a', read: () => '' }, /last in the path of the uri of the resource/],
    [{ uri: 'docs://{?a}/b', name: 'a', read: () => '' }, /come last in the uri of the resource/],
    [{ uri: 'docs://{#a}', name: 'a', read: () => '' }, /unsupported expression/],
    [{ uri: 'docs://{a', name: 'a', read: () => '' }, /unmatched brace/],
    [{ uri: 'docs://{a{b}', name: 'a', read: () => '' }, /unmatched brace/],
    [{ uri: 'docs://a}{b}', name: 'a', read: () => '' }, /unmatched brace/],
    [{ uri: 'docs://{a}/{a}', name: 'a', read: () => '' }, /its uri has a variable twice/],
    [
      { uri: 'docs://{a}', name: 'a', read: () => '', complete: { b: [] } },
      /its option `complete` contains 'b', which is not a variable of its uri/,
    ],
    [{ uri: 'docs://a', name: 'a', text: '', timeoutMs: 0 }, /timeoutMs must be a number of milliseconds above 0, or/],
    [{ uri: 'docs://a', name: 'a', text: '', timeoutMs: '5' }, /timeoutMs .* got '5'.*TW_OPTION_NUMBER/s],
    [{ uri: 'docs://a', name: 'a', text: '', mimetype: 'a/b' }, /Did you mean 'mimeType'/],
  ])('%j', (definition, words) => {
    expect(() => mcp({ resources: [definition as unknown as ResourceDefinition] })).toThrow(words);
    expect(() => connectMcp(createTestService([]), () => undefined, { resources: [definition as never] })).toThrow(
      words,
    );
  });

  test('duplicate URIs', () => {
    expect(() => mcp({ resources: [guide, guide] })).toThrow("Resource 'docs://guide' is defined twice");
  });
});
