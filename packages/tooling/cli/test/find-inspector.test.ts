import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findInspector } from '../src/dev/write-addresses.ts';
import type { Target } from '../src/target/target.ts';

const page = '<meta name="inspector-path" content="/inspector">';

async function found(listener: RequestListener, path = '', wire: Target['wire'] = 'otc'): Promise<string | undefined> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { wire, address: origin + path } as Target;
  return (await findInspector(target, new AbortController().signal, 100))?.replace(origin, '');
}

test.each([
  ['otc', '/ai', '/ai/inspector'],
  ['mcp', '/ai/mcp', '/ai/inspector'],
  ['arcade', '/worker', '/inspector'],
] as const)('the inspector of a server with the protocol %s is at %s', async (wire, path, place) => {
  expect(await found((request, response) => response.end(request.url === place ? page : ''), path, wire)).toBe(place);
});

test.each<[string, RequestListener]>([
  ['another page', (_request, response) => response.end('<title>An inspector of our own</title>')],
  ['a refusal', (_request, response) => response.writeHead(403).end(page)],
  ['a broken connection', (_request, response) => void response.destroy()],
  ['no answer', () => undefined],
  ['an answer without an end', (_request, response) => void response.write(page)],
])('no inspector is found if the server has %s there, without a wait', async (_what, listener) => {
  expect(await found(listener)).toBeUndefined();
});
