import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type DevState, findTools } from '../src/dev/find-tools.ts';

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
    response.end(request.url === '/inspector' ? '<meta name="inspector-path" content="/inspector">' : '');
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
    const settings = { args, path: '', state, report, since: 0, source, root: '/' };
    const { port } = server.address() as AddressInfo;
    findTools({ ...settings, terminal: { ...terminal, signal: stopped.signal } })({
      at: 0,
      isSecure: false,
      address: '127.0.0.1',
      port,
    });
  });
  await ready;
  feed?.write('{"kind":"end","toolId":"A.B","outcome":"value","tookMs":1,"wire":"otc"}\n');
  await vi.waitFor(() => expect(called).toHaveBeenCalledOnce());
});
