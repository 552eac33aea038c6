import { apiKey } from '@toolwire/auth';
import { defineTool } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { otc } from '@toolwire/otc';
import { describe, expect, test, vi } from 'vitest';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const run = vi.fn(() => 'done');
const tool = defineTool({ id: 'A.Run', version: '1.0.0', description: 'Counts its runs.', run });
const call = { request: { tool_id: 'A.Run' } };

function serve(options: Partial<ToolServerOptions> = {}) {
  return createToolServer({ tools: [tool], wires: [otc()], logger: recordingLogger(), ...options });
}

describe('a page that calls its own hostname (REL-19)', () => {
  const statusOf = async (
    headers: Record<string, string>,
    { isLoopback, ...options }: Partial<ToolServerOptions> & Pick<HostRequest, 'isLoopback'> = { isLoopback: true },
  ) => {
    run.mockClear();
    const request = { ...hostRequest('POST', '/tools/call', call, headers), isLoopback };
    const answer = await send(serve(options), request);
    expect(run).toHaveBeenCalledTimes(answer?.status === 200 ? 1 : 0);
    if (answer?.status === 400) expect(answer.json['developer_message']).toContain('`allowedHosts`');
    return answer?.status;
  };

  test.each([
    ['evil.example', 'http://evil.example'],
    ['evil.example:3000', 'http://evil.example:3000'],
    ['EVIL.example:80', 'http://evil.EXAMPLE'],
    ['localhost.evil.example', 'http://localhost.evil.example'],
    ['192.168.1.5:3000', 'http://192.168.1.5:3000'],
  ])('may have been redirected to this machine by DNS rebinding: %s', async (host, origin) => {
    expect(await statusOf({ host, origin })).toBe(400);
    // Where the host does not know the address, it may be this machine's.
    expect(await statusOf({ host, origin }, {})).toBe(400);
    // Nor does another address say anything: a container has one, and its port is forwarded from this machine.
    expect(await statusOf({ host, origin }, { isLoopback: false })).toBe(400);
    expect(await statusOf({ host, origin }, { allowedHosts: [host] })).toBe(200);
    expect(await statusOf({ host, origin }, { isLoopback: true, cors: { origins: [origin] } })).toBe(200);
    expect(await statusOf({ host, origin }, { isLoopback: true, cors: { origins: '*' } })).toBe(200);
    expect(await statusOf({ host, origin }, { isLoopback: true, cors: { origins: ['http://ok.example'] } })).toBe(400);
  });

  test.each([
    ['a page of this machine', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
    ['a page of its other names', { host: '127.0.0.1:3000', origin: 'http://localhost:5173' }],
    ['a page behind a proxy that speaks https', { host: 'app.example', origin: 'https://app.example' }],
    ['a page of another origin, which its browser keeps out', { host: 'app.example', origin: 'http://b.example' }],
    ['a page of a sandbox of this machine', { host: 'localhost:3000', origin: 'null' }],
    ['no page, by any name', { host: 'tools.example' }],
    ['an address that somebody typed', { host: 'tools.example', 'sec-fetch-site': 'none' }],
    ['a link on another site', { host: 'tools.example', 'sec-fetch-site': 'cross-site' }],
    ['no page, by no name', {}],
  ])('is not detected by %s', async (_what, headers) => {
    expect(await statusOf(headers)).toBe(200);
  });

  test('may use Referrer-Policy: no-referrer', async () => {
    expect(await statusOf({ host: 'evil.example', origin: 'null' })).toBe(400);
    expect(await statusOf({ host: 'tools.example', origin: 'null' }, { allowedHosts: ['tools.example'] })).toBe(200);
  });

  test.each([
    [{ host: 'evil.example', 'sec-fetch-site': 'same-origin' }, 400],
    [{ host: 'evil.example', 'sec-fetch-site': 'same-origin', referer: 'http://evil.example/page' }, 400],
    [{ host: 'app.example', 'sec-fetch-site': 'same-origin', referer: 'https://app.example/page' }, 200],
    [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, 200],
  ])('may be detected without an Origin, as in a GET: %j', async (headers, status) => {
    const answer = await send(serve(), hostRequest('GET', '/tools', undefined, headers));
    expect(answer?.status).toBe(status);
  });

  test('is allowed if its host is in allowedHosts, with or without a port', async () => {
    const page = { host: 'tools.example:8080', origin: 'http://tools.example:8080' };
    expect(await statusOf(page, { allowedHosts: ['Tools.example'] })).toBe(200);
    expect(await statusOf(page, { allowedHosts: ['tools.example:8080'] })).toBe(200);
    expect(await statusOf(page, { allowedHosts: ['tools.example:9090'] })).toBe(400);
    // Callers that are not pages need no allowed name.
    expect(await statusOf({ host: 'other.example' }, { allowedHosts: ['tools.example'] })).toBe(200);
    expect(() => serve({ allowedHosts: ['http://tools.example'] })).toThrow(
      'allowedHosts[0] must be a hostname without https:// or a path',
    );
  });

  test('is logged once per host with the option to set, for a limited number of hosts', async () => {
    const logger = recordingLogger();
    const server = serve({ logger });
    const callFrom = (host: string) =>
      send(server, hostRequest('POST', '/tools/call', call, { host, origin: `http://${host}` }));
    for (let time = 0; time < 3; time++) await callFrom('app.example');
    const lines = () => logger.records.filter(({ message }) => message.includes('allowedHosts'));
    expect(lines()).toMatchObject([{ level: 'warn', fields: { host: 'app.example' } }]);
    for (let name = 0; name < 200; name++) await callFrom(`n${name}.example`);
    expect(lines()).toHaveLength(100);
  });

  test('gets no tools, but gets the health', async () => {
    const page = { host: 'evil.example', origin: 'http://evil.example' };
    const listing = await send(serve(), { ...hostRequest('GET', '/tools', undefined, page), isLoopback: true });
    expect(listing).toMatchObject({ status: 400, json: { message: 'The request could not be read' } });
    const health = await send(serve(), { ...hostRequest('GET', '/health', undefined, page), isLoopback: true });
    expect(health?.status).toBe(200);
  });

  test('is accepted by a protocol that checks pages itself', async () => {
    const { name, routes } = otc();
    const own = { name, routes: routes.map((route) => ({ ...route, pages: 'own' as const })) };
    const page = { host: 'tools.example', origin: 'http://tools.example' };
    expect(await statusOf(page, { isLoopback: true, wires: [own] })).toBe(200);
  });
});

describe('CORS', () => {
  const origin = { origin: 'https://app.example' };
  const namesIn = (list: string | undefined): string[] => list?.split(', ') ?? [];

  test('allows pages to send the headers that protocols and verifiers read', async () => {
    const auth = apiKey({ keys: { ada: 'a'.repeat(32) }, headers: ['X-Team-Key', 'X-Old-Key'] });
    const server = serve({ auth, cors: { origins: [origin.origin] } });
    const answer = await send(server, hostRequest('OPTIONS', '/tools/call', undefined, origin));
    const allowed = namesIn(answer?.headers['access-control-allow-headers']);
    expect(allowed).toEqual(
      expect.arrayContaining(
        namesIn(
          'authorization, baggage, content-type, if-none-match, otc-version, oxp-api-key, oxp-version, traceparent, tracestate, x-old-key, x-team-key',
        ),
      ),
    );
    expect(new Set(allowed).size).toBe(allowed.length);
  });

  test('allows pages to read the headers that protocols send, and sends Vary', async () => {
    const server = serve({ cors: { origins: [origin.origin] } });
    const shared = await send(server, hostRequest('GET', '/tools', undefined, origin));
    expect(namesIn(shared?.headers['access-control-expose-headers'])).toEqual(
      expect.arrayContaining(['deprecation', 'etag', 'idempotency-replayed', 'link', 'retry-after', 'sunset']),
    );
    const plain = await send(server, hostRequest('GET', '/tools'));
    expect(plain?.headers).toMatchObject({ vary: 'Origin' });
    expect(plain?.headers).not.toHaveProperty('access-control-allow-origin');
    const open = await send(serve({ cors: { origins: '*' } }), hostRequest('GET', '/tools'));
    expect(open?.headers).not.toHaveProperty('vary');
  });
});
