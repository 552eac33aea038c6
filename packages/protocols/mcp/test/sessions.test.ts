import { afterEach, describe, expect, test, vi } from 'vitest';
import { type McpOptions, mcp } from '../src/index.ts';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { legacyRevisions } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { beginSession } from './support/session.ts';
import { add, tool } from './support/tools.ts';

afterEach(() => vi.useRealTimers());

const sum = { id: 1, method: 'tools/call', params: { name: 'Calculator_Add', arguments: { a: 1, b: 2 } } };
const secrets = ['the first secret of all processes', 'the second secret of all processes'] as const;

function serve(options: McpOptions = {}) {
  return createEndpoint(createTestService([add]), options);
}

describe('a session', () => {
  test('contains the revision of its client, which may omit it later', async () => {
    const endpoint = serve();
    for (const revision of legacyRevisions) {
      const client = await beginSession(endpoint, { revision });
      const { status, message } = await client.send(sum);
      expect(status).toBe(200);
      expect(message.result?.['structuredContent'], revision).toEqual(
        revision >= '2025-06-18' ? { result: 3 } : undefined,
      );
    }
  });

  test('is overridden by the revision in the header', async () => {
    const endpoint = serve();
    const { id } = await beginSession(endpoint, { revision: '2025-11-25' });
    const [value] = legacy(undefined, 'tools/call', sum.params);
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-03-26' };
    expect((await endpoint.post(value, { headers })).message.result).not.toHaveProperty('structuredContent');
  });

  test('is optional: requests without it work as before', async () => {
    const { status, message, headers } = await serve().post(...legacy('2025-06-18', 'tools/call', sum.params));
    expect([status, message.result?.['structuredContent']]).toEqual([200, { result: 3 }]);
    expect(headers).not.toHaveProperty('mcp-session-id');
  });

  test('is ignored by requests of 2026-07-28', async () => {
    const [value, { headers }] = modern('tools/call', sum.params);
    const { status, message } = await serve().post(value, { headers: { ...headers, 'mcp-session-id': 'x' } });
    expect([status, message.result?.['structuredContent']]).toEqual([200, 3]);
  });

  test('starts anew with initialize, whatever id is sent', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const [value] = legacy(undefined, 'initialize', params);
    const { status, headers } = await serve().post(value, { headers: { 'mcp-session-id': 'of a server before' } });
    expect([status, headers['mcp-session-id']]).toEqual([200, expect.stringMatching(/./)]);
  });

  test('is not created for an invalid initialize', async () => {
    const { headers } = await serve().post(...legacy(undefined, 'initialize', { protocolVersion: '2025-06-18' }));
    expect(headers).not.toHaveProperty('mcp-session-id');
  });

  test('has an id of visible ASCII and bounded length, whatever its client sends (MCP-SESS-01)', async () => {
    const long = 'ü\u0000"😀'.repeat(4000);
    const capabilities = { experimental: { long }, elicitation: { form: { long }, url: {} }, roots: { long } };
    const client = await beginSession(serve(), { capabilities, clientInfo: { name: long, version: long } });
    expect(client.id).toMatch(/^[\x21-\x7e]+$/);
    expect(client.id.length).toBeLessThanOrEqual(1024);
    expect((await client.send(sum)).status).toBe(200);
    expect((await beginSession(serve())).id.length).toBeLessThan(200);
  });

  test('has a unique id', async () => {
    const endpoint = serve();
    expect((await beginSession(endpoint)).id).not.toBe((await beginSession(endpoint)).id);
  });

  test('is valid in every process with the secret, and needs no memory', async () => {
    const client = await beginSession(serve({ stateSecret: secrets[0] }));
    const another = serve({ stateSecret: [secrets[1], secrets[0]] });
    expect((await client.send(sum, another)).status).toBe(200);
    expect((await client.send(sum, serve({ stateSecret: [secrets[0]] }))).status).toBe(200);
    expect((await client.send(sum, serve({ stateSecret: secrets[1] }))).status).toBe(404);
  });

  test('can be turned off', async () => {
    const endpoint = serve({ sessions: false });
    expect((await beginSession(endpoint)).id).toBe('');
    const [value] = legacy('2025-06-18', 'tools/call', sum.params);
    const { status } = await endpoint.post(value, { headers: { 'mcp-session-id': 'of a server before' } });
    expect(status).toBe(200);
    const wire = mcp({ sessions: false });
    expect(wire.routes.map(({ method }) => method)).toEqual(['POST']);
    expect(wire.headers?.sends).not.toContain('mcp-session-id');
  });

  test('uses a header that web pages can send and read', () => {
    const { headers } = mcp();
    expect(headers?.reads).toContain('mcp-session-id');
    expect(headers?.sends).toContain('mcp-session-id');
  });

  test.each([
    [{ ttlMs: 0 }, /whole number of milliseconds/],
    [{ ttl: 60_000 }, /ttlMs/],
  ])('is rejected with the options %j', (sessions, message) => {
    expect(() => mcp({ sessions: sessions as never })).toThrow(message);
  });
});

describe('an ended session', () => {
  test('is unknown in this process (MCP-SESS-02)', async () => {
    const client = await beginSession(serve());
    expect((await client.end()).status).toBe(204);
    expect((await client.send(sum)).status).toBe(404);
    expect((await client.end()).status).toBe(404);
  });

  test('stays unknown after thousands of other sessions (MCP-SESS-02)', async () => {
    const endpoint = serve();
    const client = await beginSession(endpoint);
    expect((await client.end()).status).toBe(204);
    for (let count = 0; count < 5_001; count++) await (await beginSession(endpoint)).send({ id: 1, method: 'ping' });
    expect((await client.send(sum)).status).toBe(404);
  });

  test('cancels only its own requests', async () => {
    const begun: AbortSignal[] = [];
    const wait = tool('Test.Wait', (_, { signal }) => {
      begun.push(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')));
    });
    const endpoint = createEndpoint(createTestService([wait]));
    const [ended, other] = [await beginSession(endpoint), await beginSession(endpoint)];
    const call = { id: 1, method: 'tools/call', params: { name: 'Test_Wait' } };
    const answer = ended.send(call);
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    void other.send(call);
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    await ended.end();
    expect(begun.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect((await answer).messages).toEqual([]);
    await other.end();
  });

  test('continues if the header has an unknown revision (MCP-HEAD-01)', async () => {
    const endpoint = serve();
    const client = await beginSession(endpoint);
    const headers = { 'mcp-session-id': client.id, 'mcp-protocol-version': '1999-01-01' };
    expect((await endpoint.open(undefined, { headers, method: 'DELETE' })).status).toBe(400);
    expect((await client.send({ id: 1, method: 'ping' })).status).toBe(200);
  });

  test('is 405 in 2026-07-28, and ends no session (MCP-HTTP-01)', async () => {
    const endpoint = serve();
    const client = await beginSession(endpoint);
    for (const id of [client.id, 'unknown', '']) {
      const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2026-07-28' };
      const response = await endpoint.open(undefined, { headers, method: 'DELETE' });
      expect(response).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } });
    }
    expect((await client.send({ id: 1, method: 'ping' })).status).toBe(200);
  });

  test('requires its id', async () => {
    const endpoint = serve();
    const response = await endpoint.open(undefined, { method: 'DELETE' });
    expect(response.status).toBe(400);
  });
});

describe('an invalid session id', () => {
  const ada = { id: 'ada' };

  test.each([
    ['of an empty text', () => ''],
    ['of two headers', (id: string) => `${id}, ${id}`],
    ['cut short', (id: string) => id.slice(0, -1)],
    ['with more behind it', (id: string) => `${id}A`],
    ['without its signature', (id: string) => `${id.split('.')[0]}.`],
    ['with the signature of another', (id: string, other: string) => `${id.split('.')[0]}.${other.split('.')[1]}`],
    ['of ten thousand characters', (id: string) => id.padEnd(10_000, 'A')],
    ['of somebody’s own', () => '1868a90c-0b8e-4d5a-9f60-8e1f6c1a7d55'],
    ['with characters that are no base64', (id: string) => id.replace('.', '.é')],
  ])('is 404 and runs nothing: %s (MCP-SESS-02)', async (_, forge) => {
    const service = createTestService([add]);
    const endpoint = createEndpoint(service);
    const [client, other] = [await beginSession(endpoint), await beginSession(endpoint)];
    const headers = { 'mcp-session-id': forge(client.id, other.id) };
    const { status, message } = await endpoint.post({ jsonrpc: '2.0', ...sum }, { headers });
    expect([status, message.id, message.error?.code]).toEqual([404, 1, -32600]);
    for (const told of ['notifications/cancelled', 'notifications/initialized']) {
      expect((await endpoint.post({ jsonrpc: '2.0', method: told }, { headers })).status).toBe(404);
    }
    expect((await endpoint.post({ jsonrpc: '2.0', id: 'ask-1', result: {} }, { headers })).status).toBe(404);
    expect((await endpoint.post([{ jsonrpc: '2.0', ...sum }], { headers })).status).toBe(404);
    expect((await endpoint.open(undefined, { headers, method: 'DELETE' })).status).toBe(404);
    expect(service.calls).toEqual([]);
  });

  test('is rejected when any of its characters changes', async () => {
    const endpoint = serve();
    const { id } = await beginSession(endpoint);
    for (let place = 0; place < id.length; place++) {
      for (const letter of ['A', 'B', '_', '.']) {
        if (id[place] === letter) continue;
        const headers = { 'mcp-session-id': id.slice(0, place) + letter + id.slice(place + 1) };
        const { status } = await endpoint.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { headers });
        expect(status, `${place} ${letter}`).toBe(404);
      }
    }
  });

  test('is rejected with any other last letter, even if it encodes the same bytes', async () => {
    const endpoint = serve();
    const { id } = await beginSession(endpoint);
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const letter of characters.replace(id.slice(-1), '')) {
      const headers = { 'mcp-session-id': id.slice(0, -1) + letter };
      const { status } = await endpoint.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { headers });
      expect(status, letter).toBe(404);
    }
  });

  // UTF-8 has no encoding for half a character: encoders write the same three bytes for each.
  test.each(['user-\ud801', 'user-\udc00', 'user-\ufffd'])(
    'is rejected for a caller whose name differs by half a character: %j (MCP-SESS-02)',
    async (id) => {
      const endpoint = serve();
      const client = await beginSession(endpoint, { principal: { id: 'user-\ud800' } });
      const headers = { 'mcp-session-id': client.id };
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      // First, since a process that has seen a session knows its owner.
      expect((await endpoint.post(ping, { headers, principal: { id } })).status).toBe(404);
      expect((await client.send(ping)).status).toBe(200);
    },
  );

  test('is rejected for another caller, even after its owner used it (MCP-SESS-03)', async () => {
    const endpoint = serve();
    const client = await beginSession(endpoint, { principal: ada });
    const headers = { 'mcp-session-id': client.id };
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const others = [undefined, { id: 'eve' }, { id: 'ada', issuer: 'https://eve.example' }, { id: 'ada', via: ada }];
    const askAll = () =>
      Promise.all(
        others.map(
          async (principal) => (await endpoint.post(ping, { headers, ...(principal && { principal }) })).status,
        ),
      );
    expect(await askAll()).toEqual([404, 404, 404, 404]);
    expect((await client.send(sum)).status).toBe(200);
    expect(await askAll()).toEqual([404, 404, 404, 404]);
    expect((await beginSession(endpoint)).id).not.toContain('ada');
    expect(atob((client.id.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('ada');
  });

  test('does not authenticate: each request has its own caller (MCP-SESS-03)', async () => {
    const whoAmI = tool('Test.WhoAmI', (_, { principal }) => principal?.id ?? 'anonymous');
    const endpoint = createEndpoint(createTestService([whoAmI]));
    const client = await beginSession(endpoint, { principal: ada });
    const { message } = await client.send({ id: 1, method: 'tools/call', params: { name: 'Test_WhoAmI' } });
    expect(message.result).toMatchObject({ content: [{ text: 'ada' }] });
    const anonymous = await endpoint.post(...legacy('2025-06-18', 'tools/call', { name: 'Test_WhoAmI' }));
    expect(anonymous.message.result).toMatchObject({ content: [{ text: 'anonymous' }] });
  });

  test('is rejected after it expires, in every process (MCP-SESS-02)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const options = { stateSecret: secrets[0], sessions: { ttlMs: 60_000 } };
    const endpoint = serve(options);
    const client = await beginSession(endpoint);
    vi.setSystemTime(Date.now() + 58_000);
    expect((await client.send(sum)).status).toBe(200);
    vi.setSystemTime(Date.now() + 3_000);
    expect((await client.send(sum)).status).toBe(404);
    expect((await client.send(sum, serve(options))).status).toBe(404);
  });

  test('is logged once with the option to set, if the key is random', async () => {
    const warn = vi.fn();
    const endpoint = serve({ logger: { warn } });
    const client = await beginSession(serve());
    for (let count = 0; count < 3; count++) await client.send(sum, endpoint);
    expect(warn.mock.calls).toEqual([[{}, expect.stringMatching(/stateSecret.*sessions: false/)]]);
  });
});
