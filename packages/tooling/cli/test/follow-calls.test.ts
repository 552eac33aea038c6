import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createToolFinder, type DevState } from '../src/dev/find-tools.ts';
import { textReport } from '../src/dev/text-report.ts';

test('a call after the report of toolwire dev is shown, also if the inspector opens its feed slowly', async () => {
  let feed: ServerResponse | undefined;
  const open = async (response: ServerResponse): Promise<void> => {
    await wait(200);
    feed = response.writeHead(200);
    feed.write('{"kind":"open"}\n');
  };
  const server = createServer((request, response) => {
    if (request.url === '/tools') return void response.end('{"tools":[]}');
    if (request.url === '/inspector/feed') return void open(response);
    response.end(request.url === '/inspector' ? '<meta name="inspector-token" content="a-token">' : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stopped = new AbortController();
  onTestFinished(() => {
    stopped.abort();
    server.closeAllConnections();
    server.close();
  });
  const ignore = (): void => undefined;
  const called = vi.fn();
  const ready = new Promise<void>((resolve) => {
    const state: DevState = { ports: [] };
    const report = { changed: ignore, ready: () => resolve(), noTools: ignore, called, ended: ignore, output: ignore };
    const terminal = { write: ignore, note: ignore, columns: undefined, hasColor: false, environment: {} };
    const args = { operands: [], spawned: [], value: () => undefined, values: () => [], has: () => false };
    const source = Promise.resolve({ commit: undefined, isClean: false });
    const settings = { args, path: '', state, report, changedAt: 0, source, root: '/' };
    const { port } = server.address() as AddressInfo;
    createToolFinder({ ...settings, terminal: { ...terminal, signal: stopped.signal } })({
      index: 0,
      isSecure: false,
      address: '127.0.0.1',
      port,
    });
  });
  await ready;
  feed?.write('{"kind":"end","toolId":"A.B","outcome":"value","tookMs":1,"wire":"otc"}\n');
  await vi.waitFor(() => expect(called).toHaveBeenCalledOnce());
});

test('an inspector that an edit adds is found, and a server that requires credentials is reported as such', async () => {
  let hasInspector = false;
  let status = 200;
  let mcpStatus = 404;
  const server = createServer((request, response) => {
    if (request.url === '/tools') return void response.writeHead(status).end('{"tools":[]}');
    // A server that breaks off has no MCP endpoint.
    if (request.url === '/mcp' && mcpStatus === 0) return void request.socket.destroy();
    if (request.url === '/mcp') return void response.writeHead(mcpStatus).end();
    const isInspector = hasInspector && request.url === '/inspector';
    response.writeHead(isInspector ? 200 : 404).end('<meta name="inspector-token" content="a-token">');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const state: DevState = { ports: [] };
  const { signal } = new AbortController();
  let written = '';
  const terminal = {
    write: (text: string) => void (written += text),
    note: () => undefined,
    columns: undefined,
    hasColor: false,
    environment: {},
    signal,
  };
  const entry = { file: '/a.mjs', root: '/', name: 'a.mjs', hasPackage: false, isTypeScript: false };
  const report = textReport({ entry, serverName: 'a', isVerbose: false, keyHelp: undefined }, terminal);
  const search = async (seen: string): Promise<void> => {
    const args = { operands: [], spawned: [], value: () => undefined, values: () => [], has: () => false };
    const source = Promise.resolve({ commit: undefined, isClean: false });
    written = '';
    const { port } = server.address() as AddressInfo;
    createToolFinder({ args, path: '', state, report, changedAt: 0, source, root: '/', terminal })({
      index: 0,
      isSecure: false,
      address: '127.0.0.1',
      port,
    });
    await vi.waitFor(() => expect(written).toContain(seen));
  };
  await search('➜ Tools');
  expect(written).not.toContain('Inspector');
  mcpStatus = 401;
  await search('➜ MCP');
  mcpStatus = 0;
  await search('➜ Tools');
  expect(written).not.toContain('➜ MCP');
  hasInspector = true;
  await search('➜ Inspector');
  status = 401;
  await search('Pass --api-key');
  expect(written).not.toContain('--path');
});
