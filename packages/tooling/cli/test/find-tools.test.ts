import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createToolFinder, type DevState } from '../src/dev/find-tools.ts';

const ignore = (): void => undefined;

test('an error while the found tools are reported is not reported as missing tools', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/tools' ? 200 : 404).end('{"tools":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const [noTools, note] = [vi.fn(), vi.fn()];
  const ready = vi.fn(() => {
    throw new Error('broken on purpose');
  });
  const { signal } = new AbortController();
  const state: DevState = { ports: [] };
  const listen = createToolFinder({
    args: { operands: [], spawned: [], value: () => undefined, values: () => [], has: () => false },
    terminal: { write: ignore, note, columns: undefined, hasColor: false, environment: {}, signal },
    path: '',
    state,
    report: { changed: ignore, ready, noTools, called: ignore, ended: ignore, output: ignore },
    changedAt: 0,
    source: Promise.resolve({ commit: undefined, isClean: false }),
    root: '/',
  });
  const { port } = server.address() as AddressInfo;
  listen({ index: 0, isSecure: false, address: '127.0.0.1', port });
  await vi.waitFor(() => expect(ready).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(note).toHaveBeenCalledWith(expect.stringContaining('broken on purpose')));
  expect(noTools).not.toHaveBeenCalled();
  // The tools are found, so no other port is searched.
  listen({ index: 1, isSecure: false, address: '127.0.0.1', port });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ready).toHaveBeenCalledOnce();
});
