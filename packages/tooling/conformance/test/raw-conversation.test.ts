import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionCases } from '../src/cases/http/connections.ts';
import type { OtcServer } from '../src/client/otc-server.ts';
import { type ConversationEnd, converse } from '../src/client/raw-conversation.ts';
import { rawRequest } from '../src/client/raw-request.ts';
import { readResponse } from '../src/client/response.ts';
import { parseTarget, type Target } from '../src/client/send-request.ts';

const open = { headOnly: false, closed: false, tookMs: 0 };
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

test('a response with a length ends there, and leaves later bytes', () => {
  const found = readResponse(bytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: 1\r\nx: 2\r\n\r\nokHTTP/1.1'), open);
  expect(found?.response).toMatchObject({ status: 200, text: 'ok', headers: { 'content-length': '2', x: '1, 2' } });
  expect(found?.end).toBe(bytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: 1\r\nx: 2\r\n\r\nok').length);
});

test('a chunked response ends with the empty chunk', () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(readResponse(bytes(`${head}2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n`), open)?.response.text).toBe('abcde');
  expect(readResponse(bytes(`${head}2\r\nab\r\n3\r\ncd`), open)).toBeUndefined();
});

test('trailers belong to a chunked response', () => {
  const response = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nX-Sum: 1\r\nX-Two: 2\r\n\r\n';
  expect(readResponse(bytes(`${response}HTTP/1.1`), open)).toMatchObject({
    response: { text: 'ab' },
    end: response.length,
  });
  expect(readResponse(bytes(response.slice(0, -1)), open)).toBeUndefined();
});

test('a chunk with an invalid size never completes a response', () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (const size of ['', 'size', '-2', '+2']) {
    expect(readResponse(bytes(`${head}${size}\r\nab\r\n0\r\n\r\n`), open)).toBeUndefined();
  }
});

test('a response without a length ends with the connection', () => {
  const text = 'HTTP/1.0 200 OK\r\n\r\nabc';
  expect(readResponse(bytes(text), open)).toBeUndefined();
  expect(readResponse(bytes(text), { ...open, closed: true })?.response.text).toBe('abc');
});

test('a response to HEAD has no body, whatever its length', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';
  expect(readResponse(bytes(text), { ...open, headOnly: true })?.response).toMatchObject({ status: 200, text: '' });
});

test('an interim response is skipped', () => {
  const text = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n';
  expect(readResponse(bytes(text), open)).toMatchObject({ response: { status: 204 }, end: text.length });
});

test('a conversation runs its steps in turn and reads every response', async () => {
  const seen: string[] = [];
  const target = await listen((socket) => {
    socket.on('data', (chunk) => seen.push(chunk.toString()));
    socket.on('end', () =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 400 Bad\r\nContent-Length: 1\r\n\r\n2'),
    );
  });
  const reply = await converse(target, ['first', { pauseMs: 30 }, 'second', { halfClose: true }], 'closed');
  expect(seen).toEqual(['first', 'second']);
  expect(reply.responses.map((response) => [response.status, response.text])).toEqual([
    [200, '1'],
    [400, '2'],
  ]);
  expect(reply.closed).toBe(true);
});

test('a server that never responds times out', async () => {
  const target = await listen(() => undefined);
  await expectLate(target, 1, 'responses after 10000 ms: expected 1, got 0');
});

test('a connection that stays open after its responses times out with another message', async () => {
  const target = await listen((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  await expectLate(target, 'closed', 'connection after 10000 ms: expected a closed one, got an open one');
});

async function expectLate(target: Target, end: ConversationEnd, message: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const failed = vi.fn();
  const conversation = converse(target, ['x'], end).catch(failed);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { interval: 1, timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  await conversation;
  expect(failed).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringContaining(message) as string }),
  );
}

test('a call that arrives byte by byte does so', async () => {
  let chunks = 0;
  const target = await listen((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      chunks += 1;
      text += chunk.toString();
      const answer = JSON.stringify({ result: { call_id: 'a', success: true, value: 'slow' } });
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n`;
      if (text.endsWith('}}}')) socket.write(head + answer);
    });
  });
  const server: Partial<OtcServer> = {
    bytes: (request) => rawRequest(target, request),
    converse: (steps, end) => converse(target, steps, end),
  };
  const otcCase = connectionCases.cases.find(({ title }) => title === 'a call that arrives byte by byte is answered');
  await otcCase?.run(server as OtcServer);
  expect(chunks).toBeGreaterThan(100);
});

test('a raw request is sent exactly as given', () => {
  const target = parseTarget('http://example.com:8080/prefix/');
  const request = { method: 'POST', path: '/tools', headers: ['X: 1'], body: 'é' };
  expect(Buffer.from(rawRequest(target, request)).toString()).toBe(
    'POST /prefix/tools HTTP/1.1\r\nHost: example.com:8080\r\nX: 1\r\nContent-Length: 2\r\n\r\né',
  );
  const bare = Buffer.from(rawRequest(target, { ...request, headers: ['Host: a'], contentLength: 'none', body: 'x' }));
  expect(bare.toString()).toBe('POST /prefix/tools HTTP/1.1\r\nHost: a\r\n\r\nx');
});

test('a base URL is parsed', () => {
  expect(parseTarget('https://[::1]/a/b/')).toEqual({
    secure: true,
    host: '::1',
    port: 443,
    prefix: '/a/b',
    authority: '[::1]',
  });
  expect(() => parseTarget('ftp://example.com')).toThrow(
    "Invalid URL 'ftp://example.com'. Use a URL that starts with http",
  );
});

async function listen(onConnection: (socket: Socket) => void): Promise<Target> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
