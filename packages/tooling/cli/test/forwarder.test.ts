import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { forwardMcp } from '../src/bridge/forward-mcp.ts';
import { createForwarder } from '../src/bridge/forwarder.ts';
import { ResponseTimeout } from '../src/cli-error.ts';
import { commands } from '../src/command-line/commands.ts';
import { parseArguments } from '../src/command-line/parse-arguments.ts';
import { connectionSettings } from '../src/target/connection-settings.ts';

/** Starts a server that asks a question a number of times during each request, cancels it, and never responds. */
async function startAskingServer(times: number): Promise<URL> {
  const question = { jsonrpc: '2.0', id: 'question', method: 'elicitation/create', params: { message: 'Who?' } };
  const cancellation = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'question' } };
  const messages = [...Array.from({ length: times }, () => question), cancellation];
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const message of messages) response.write(`data: ${JSON.stringify(message)}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

it.each([1, 2])('A canceled question, asked %i times, does not pause the timeout of toolwire bridge', async (times) => {
  const command = commands.find(({ name }) => name === 'bridge');
  if (command === undefined) throw new Error('There is no bridge.');
  const ignore = (): void => undefined;
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  const terminal = { write: ignore, note: ignore, columns: undefined, hasColor: false, environment: {} };
  const settings = connectionSettings(parseArguments(command, ['--timeout', '0.2']), {
    ...terminal,
    signal: stopped.signal,
  });
  const forwarded: unknown[] = [];
  const url = await startAskingServer(times);
  const forwarder = createForwarder(url, settings, (message) => void forwarded.push(message));
  // On a busy machine, a call may time out before its question arrives.
  for (let id = 1; forwarded.length <= times; id += 1) {
    const call = forwarder.request({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'ask' } });
    await expect(call).rejects.toThrow(ResponseTimeout);
  }
});

/** A forwarder to a server, and what it noted. */
function openForwarder(
  url: string,
  flags: readonly string[] = [],
): {
  readonly forwarder: ReturnType<typeof createForwarder>;
  readonly notes: string[];
} {
  const command = commands.find(({ name }) => name === 'bridge');
  if (command === undefined) throw new Error('There is no bridge.');
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  const notes: string[] = [];
  const ignore = (): void => undefined;
  const terminal = { write: ignore, columns: undefined, hasColor: false, environment: {}, signal: stopped.signal };
  const settings = connectionSettings(parseArguments(command, flags), {
    ...terminal,
    note: (text) => void notes.push(text),
  });
  return { forwarder: createForwarder(new URL(url), settings, ignore), notes };
}

const pay = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'pay' } } as const;
const cancelPay = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } } as const;

it('A call that its client cancels while the server is down is not sent later', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { forwarder, notes } = openForwarder(`http://127.0.0.1:${port}/mcp`);
  const call = forwarder.request(pay);
  await vi.waitFor(() => expect(notes.join('')).toContain('connection failed'));
  forwarder.notify(cancelPay);
  expect(await call).toBeUndefined();
});

it('A canceled call in a session ends, also if the server does not respond to it', async () => {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    void json(request).then((message) => {
      const { id, method } = message as { readonly id?: number; readonly method: string };
      received.push(method);
      if (method === 'tools/call') {
        return response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      }
      if (id === undefined) return void response.writeHead(202).end();
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { forwarder } = openForwarder(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  await forwarder.request({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
  const call = forwarder.request(pay);
  await vi.waitFor(() => expect(received).toContain('tools/call'));
  forwarder.notify(cancelPay);
  expect(await call).toBeUndefined();
  await vi.waitFor(() => expect(received).toContain('notifications/cancelled'));
});

it('A loss is noted without control characters of the server', async () => {
  const command = commands.find(({ name }) => name === 'bridge');
  if (command === undefined) throw new Error('There is no bridge.');
  const server = createServer((_request, response) => response.writeHead(500).end('No \u001b]0;paper\u0007'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const notes: string[] = [];
  const ignore = (): void => undefined;
  const terminal = { write: ignore, columns: undefined, hasColor: false, environment: {} };
  const settings = connectionSettings(parseArguments(command, []), {
    ...terminal,
    note: (text) => void notes.push(text),
    signal: new AbortController().signal,
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  createForwarder(url, settings, ignore).notify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await vi.waitFor(() => expect(notes.join('')).toContain('notifications/initialized lost: '));
  expect(notes.join('')).not.toMatch(/[\u001b\u0007]/);
});

it('A restarted server that refuses a new session is reported, and not noted as a new session', async () => {
  let sessions = 0;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    void json(request).then((message) => {
      const { id, method } = message as { readonly id?: number; readonly method: string };
      if (method === 'tools/call') return response.writeHead(404).end();
      if (id === undefined) return response.writeHead(202).end();
      sessions += 1;
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
      const answer = sessions === 1 ? { result } : { error: { code: -32_000, message: 'Too many sessions.' } };
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session' });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { forwarder, notes } = openForwarder(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
  await forwarder.request({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await expect(forwarder.request(pay)).rejects.toThrow('Too many sessions.');
  expect(notes.join('')).not.toContain('started a new session');
});

it('A call that waits for the new session of another call is sent, also if that call times out first', async () => {
  let sessions = 0;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    void json(request).then((message) => {
      const { id, method } = message as { readonly id?: number; readonly method: string };
      if (method === 'initialize') sessions += 1;
      // The second session never starts.
      if (method === 'initialize' && sessions === 2) return response;
      if (method === 'tools/call' && sessions === 1) return response.writeHead(404).end();
      if (id === undefined) return response.writeHead(202).end();
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `session-${sessions}` });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { forwarder } = openForwarder(url, ['--timeout', '1']);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
  await forwarder.request({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const first = forwarder.request(pay);
  await vi.waitFor(() => expect(sessions).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const second = forwarder.request({ ...pay, id: 8 });
  await expect(first).rejects.toThrow(ResponseTimeout);
  expect(await second).toMatchObject({ id: 8, result: {} });
});

/** Runs the bridge over the lines of a client until they end, and returns the messages that the client gets, and the notes. */
async function forwardLines(
  url: string,
  input: Readable,
): Promise<{ readonly messages: readonly unknown[]; readonly notes: readonly string[] }> {
  const command = commands.find(({ name }) => name === 'bridge');
  if (command === undefined) throw new Error('There is no bridge.');
  const written: string[] = [];
  const notes: string[] = [];
  const terminal = { write: () => undefined, columns: undefined, hasColor: false, environment: {} };
  const settings = connectionSettings(parseArguments(command, []), {
    ...terminal,
    note: (text) => void notes.push(text),
    signal: new AbortController().signal,
  });
  await forwardMcp(new URL(url), { input, write: (line) => void written.push(line) }, settings);
  return { messages: written.map((line): unknown => JSON.parse(line)), notes };
}

const invalid = { code: -32_600, message: 'Invalid request.' };

it('toolwire bridge distinguishes invalid JSON from an invalid message', async () => {
  const input = Readable.from(Buffer.from('{\n5\n{"id":1}\n[]\n'));
  const { messages } = await forwardLines('http://127.0.0.1:1/mcp', input);
  expect(messages).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Invalid JSON.' } },
    { jsonrpc: '2.0', id: null, error: invalid },
    { jsonrpc: '2.0', id: null, error: invalid },
  ]);
});

it('A message may contain the line separators of Unicode, and the last one may lack its line feed', async () => {
  const input = Readable.from(Buffer.from('{"id":"a\u2028b\u2029c"}\r\n{"id":"d"}'));
  const { messages } = await forwardLines('http://127.0.0.1:1/mcp', input);
  expect(messages).toEqual(['first', 'second'].map(() => ({ jsonrpc: '2.0', id: null, error: invalid })));
});

it('A request that its client cancels gets no response and no note', async () => {
  let onRequest = (): void => undefined;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    onRequest();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const input = new PassThrough();
  onRequest = () => void input.end(`${JSON.stringify(cancelPay)}\n`);
  input.write(`${JSON.stringify(pay)}\n`);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  expect(await forwardLines(url, input)).toEqual({ messages: [], notes: [] });
});
