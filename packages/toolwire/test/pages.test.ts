import { connect } from 'node:net';
import { noContextValues } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineTool, type Logger, type ToolwireOptions, toolwire } from '../src/index.ts';

const run = vi.fn(() => 'done');
const tool = defineTool({ id: 'A.Run', version: '1.0.0', description: 'Counts its runs.', run });
beforeEach(() => void run.mockClear());

const warn = vi.fn();
afterEach(() => void warn.mockClear());
const logger: Logger = { debug: () => undefined, info: () => undefined, warn, error: () => undefined };
const serve = (options: Partial<ToolwireOptions> = {}) => toolwire({ tools: [tool], logger, ...options });

const calls: readonly (readonly [wire: string, path: string, body: object])[] = [
  ['Open Tool Calling', '/tools/call', { request: { tool_id: 'A.Run' } }],
  ['MCP', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'A_Run', arguments: {} } }],
  ['Arcade', '/tools/execute', { execution_id: 'e', tool: { toolkit: 'A', name: 'Run' }, inputs: {} }],
  [
    'a worker of Arcade',
    '/worker/tools/invoke',
    { execution_id: 'e', tool: { toolkit: 'A', name: 'Run' }, inputs: {} },
  ],
];

/** A request at an address that is not loopback, for example of a container with a forwarded port. */
function forwarded(path: string, body: object, headers: Readonly<Record<string, string>>): HostRequest {
  const all: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  return {
    method: 'POST',
    path,
    query: '',
    header: (name) => all[name],
    body: () => ({ kind: 'bytes', bytes: Buffer.from(JSON.stringify(body)) }),
    signal: new AbortController().signal,
    values: noContextValues,
    isLoopback: false,
  };
}

describe.each(calls)('over %s, also behind a forwarded port', (_wire, path, body) => {
  test.each(['http://evil.example', 'null'])(
    'a page that was redirected to this machine runs nothing: its origin is %s',
    async (origin) => {
      const answer = await serve().handle(forwarded(path, body, { host: 'evil.example', origin }));
      expect(answer?.status).toBeGreaterThanOrEqual(400);
      expect(run).not.toHaveBeenCalled();
    },
  );

  test('a page of the server itself may use an allowed hostname', async () => {
    const page = { host: 'tools.example', origin: 'http://tools.example' };
    const answer = await serve({ allowedHosts: ['tools.example'] }).handle(forwarded(path, body, page));
    expect(answer?.status).toBe(200);
    expect(run).toHaveBeenCalledOnce();
  });

  test('a client that is not a page may use any hostname', async () => {
    const server = serve({ allowedHosts: ['tools.example'] });
    expect((await server.handle(forwarded(path, body, { host: 'other.example' })))?.status).toBe(200);
    expect(run).toHaveBeenCalledOnce();
  });
});

test('MCP at a loopback address accepts an allowed hostname, for example behind a proxy, and the log shows what to set', async () => {
  const [, [, path, body]] = calls as [unknown, (typeof calls)[number]];
  const local = { ...forwarded(path, body, { host: 'tools.example' }), isLoopback: true };
  expect((await serve().handle(local))?.status).toBe(403);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ host: 'tools.example' }, expect.stringContaining('allowedHosts'));
  expect((await serve({ allowedHosts: ['tools.example'] }).handle(local))?.status).toBe(200);
});

test('a request with an absolute URL belongs to the host in it, whatever its Host header', async () => {
  const { port, close } = await serve().listen(0, { closeOnSignals: false });
  const [[, path, body]] = calls as [(typeof calls)[number]];
  const text = JSON.stringify(body);
  const ask = async (target: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    const head = [`POST ${target} HTTP/1.1`, 'Host: localhost', 'Origin: http://evil.example', 'Connection: close'];
    socket.write([...head, 'Content-Type: application/json', `Content-Length: ${text.length}`, '', text].join('\r\n'));
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer;
  };
  expect(await ask(`http://evil.example${path}`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(run).not.toHaveBeenCalled();
  expect(await ask(`http://localhost${path}`)).toMatch(/^HTTP\/1\.1 200 /);
  await close();
});
