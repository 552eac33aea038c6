import { type ClientHttp2Session, connect, constants, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { afterEach, expect, test, vi } from 'vitest';
import { type Close, closeGracefully, createNodeListener } from '../src/index.ts';

let running = 0;

const slow = defineTool({
  id: 'Test.Slow',
  version: '1.0.0',
  description: 'Runs until its caller leaves.',
  timeoutMs: 20_000,
  run: async (_input, { signal }) => {
    running++;
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    running--;
  },
});

let server: Http2Server;
let close: Close | undefined;

async function serve(): Promise<string> {
  const tools = createToolServer({
    tools: [slow],
    wires: [otc()],
    limits: { runningCalls: 4000 },
    logger: silentLogger,
  });
  server = createServer(createNodeListener(tools));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  close = closeGracefully(server, tools, { signals: false });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => close?.({ deadlineMs: 0 }));

const open = (url: string): ClientHttp2Session => connect(url).on('error', () => undefined);

const call = { ':method': 'POST', ':path': '/tools/call', 'content-type': 'application/json' };
const body = JSON.stringify({ request: { tool_id: 'Test.Slow' } });

/** Resets streams as CVE-2023-44487 describes it: some with their headers, and the others once their call runs. */
async function resetStreams(url: string, sessions: number, streams: number): Promise<void> {
  const opened = Array.from({ length: sessions }, () => open(url));
  for (const session of opened) {
    for (let one = 0; one < streams; one++) {
      const stream = session.request(call).on('error', () => undefined);
      stream.end(body);
      if (one % 3 === 0) stream.close(constants.NGHTTP2_CANCEL);
      else setImmediate(() => stream.close(constants.NGHTTP2_CANCEL));
    }
  }
  await vi.waitFor(() => expectTools(url));
  await vi.waitFor(() => expect(running).toBe(0));
  for (const session of opened) session.destroy();
}

async function expectTools(url: string): Promise<void> {
  const session = open(url);
  const stream = session.request({ ':path': '/tools' });
  try {
    expect(await text(stream)).toContain('Test.Slow');
  } finally {
    session.destroy();
  }
}

interface Vitals {
  readonly listeners: number;
  /** Bytes after a garbage collection. */
  readonly heap: number;
}

/** Waits until the server has no connection, and collects garbage. */
async function vitals(): Promise<Vitals> {
  // Other test files of the same process may have connections, so only those of this server count.
  const connections = promisify(server.getConnections.bind(server));
  await vi.waitFor(async () => expect(await connections()).toBe(0));
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return {
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    heap: process.memoryUsage().heapUsed,
  };
}

// Node refuses a session with more than 1000 resets at once.
test.each([
  [17, 100],
  [1, 1700],
])('%i × %i streams that are reset at once leave no call, socket, listener or memory', async (sessions, streams) => {
  const url = await serve();
  // Closes sessions that Node 20 leaves open after it has refused them. docs/frameworks/node-http2.md sets it too.
  server.setTimeout(1000);
  // The first round fills caches.
  await resetStreams(url, sessions, streams);
  const before = await vitals();
  await resetStreams(url, sessions, streams);
  await resetStreams(url, sessions, streams);
  const after = await vitals();
  expect(after.listeners).toBe(before.listeners);
  // Less than 1 kB for each of 3 400 streams.
  expect(after.heap - before.heap).toBeLessThan(3_000_000);
});

test('sessions with too many resets do not delay a shutdown', async () => {
  const url = await serve();
  await resetStreams(url, 1, 1700);
  // Far beyond the time of a test.
  await close?.({ deadlineMs: 600_000 });
});
