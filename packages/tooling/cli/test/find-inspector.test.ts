import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findInspector } from '../src/dev/follow-calls.ts';
import type { Target } from '../src/target/target.ts';

const page = '<meta name="inspector-token" content="a-token">';

/** A server that responds does so within this time, also on a busy machine. */
const longMs = 30_000;

async function pathOfInspector(
  listener: RequestListener,
  timeoutMs: number,
  path = '',
  wire: Target['wire'] = 'otc',
): Promise<string | undefined> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { wire, address: origin + path } as Target;
  return (await findInspector(target, new AbortController().signal, timeoutMs))?.url.replace(origin, '');
}

test.each([
  ['otc', '/ai', '/ai/inspector'],
  ['mcp', '/ai/mcp', '/ai/inspector'],
  ['arcade', '/worker', '/inspector'],
] as const)('the inspector of a server with the protocol %s at %s is at %s', async (wire, path, place) => {
  const listener: RequestListener = (request, response) => response.end(request.url === place ? page : '');
  expect(await pathOfInspector(listener, longMs, path, wire)).toBe(place);
});

test.each<[string, RequestListener, number]>([
  ['another page', (_request, response) => response.end('<title>An inspector of our own</title>'), longMs],
  ['a refusal', (_request, response) => response.writeHead(403).end(page), longMs],
  ['a broken connection', (_request, response) => void response.destroy(), longMs],
  ['no answer', () => undefined, 100],
  ['an answer without an end', (_request, response) => void response.write(page), 100],
])(
  'no inspector is found if the server has %s there, after its timeout at the latest',
  async (_what, listener, timeoutMs) => {
    expect(await pathOfInspector(listener, timeoutMs)).toBeUndefined();
  },
);
