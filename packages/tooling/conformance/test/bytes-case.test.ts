import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bytesCases } from '../src/cases/http/bytes-case.ts';
import { connectionCases } from '../src/cases/http/connections.ts';
import { pipeliningAndHalfCloseCases } from '../src/cases/http/pipelining-and-half-close.ts';
import type { OtcCase } from '../src/cases/otc-case.ts';
import type { OtcServer } from '../src/client/otc-server.ts';
import { converse } from '../src/client/raw-conversation.ts';
import { rawRequest } from '../src/client/raw-request.ts';
import { responseFrom, type TestResponse } from '../src/client/response.ts';
import { parseTarget } from '../src/client/send-request.ts';
import { createResponseSchemas } from '../src/schemas/response-schemas.ts';

test('a call in raw bytes has the headers of every request', async () => {
  const target = parseTarget('http://127.0.0.1:3000/ai');
  const sent: string[] = [];
  const server: Partial<OtcServer> = {
    target,
    bytes: ({ headers = [], ...request }) => rawRequest(target, { ...request, headers: ['X-Gate: open', ...headers] }),
    converse: async (steps) => {
      sent.push(...steps.map(String));
      return { responses: [], closed: true };
    },
    call: async () => counted(1),
  };
  const [refused] = bytesCases([['no body', 'refused', ({ head }) => head('X-Own: 1')]]);
  await refused?.run(server as OtcServer);
  expect(sent[0]).toBe(
    'POST /ai/tools/call HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nX-Gate: open\r\nContent-Type: application/json\r\nX-Own: 1\r\n\r\n',
  );
});

test('a call that runs, and whose response is a refusal, is not safe', async () => {
  const target = parseTarget('http://127.0.0.1:3000');
  const server: Partial<OtcServer> = {
    target,
    bytes: (request) => rawRequest(target, request),
    converse: async () => ({ responses: [responseFrom(412, {}, Buffer.alloc(0), 1)], closed: true }),
    call: async () => counted(2),
  };
  const [safe] = bytesCases([['a condition', 'safe', ({ head }) => head('If-Match: "none"')]]);
  await expect(safe?.run(server as OtcServer)).rejects.toThrow('runs of the tool: expected 0, got 1');
});

test.each([0, 1])('a call without a response may have run, if it is safe: %i runs', async (runs) => {
  const target = parseTarget('http://127.0.0.1:3000');
  const server: Partial<OtcServer> = {
    target,
    bytes: (request) => rawRequest(target, request),
    converse: async () => ({ responses: [], closed: true }),
    call: async () => counted(runs + 1),
  };
  const [safe] = bytesCases([['a condition', 'safe', ({ head }) => head('If-Match: "none"')]]);
  await safe?.run(server as OtcServer);
});

test('a server that reads a refused body as a request, and then closes the connection, is caught', async () => {
  const refusal = '{"message":"Send application/json."}';
  const server = await serverThatSends(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}` +
      'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  );
  const title = 'a refused body on a keep-alive connection does not break the next request';
  await expect(caseOf(pipeliningAndHalfCloseCases, title)?.run(server)).rejects.toThrow(
    'expected the type application/json, got 400',
  );
});

test('a server that does not respond to an HTTP/1.0 client is caught', async () => {
  const server = await serverThatSends('');
  const title = 'an HTTP/1.0 client that asks for keep-alive is answered again or disconnected';
  await expect(caseOf(connectionCases.cases, title)?.run(server)).rejects.toThrow(
    'expected one, got a closed connection',
  );
});

function caseOf(cases: readonly OtcCase[], title: string): OtcCase | undefined {
  return cases.find((otcCase) => otcCase.title === title);
}

/** A server that sends the same bytes to every client, and closes the connection. */
async function serverThatSends(bytes: string): Promise<OtcServer> {
  const listener = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(bytes)));
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void listener.close());
  const target = parseTarget(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  const server: Partial<OtcServer> = {
    target,
    schemas: createResponseSchemas(),
    bytes: (request) => rawRequest(target, request),
    converse: (steps, end) => converse(target, steps, end),
  };
  return server as OtcServer;
}

/** The response of Conf.Counter. */
function counted(value: number): TestResponse {
  const body = JSON.stringify({ result: { call_id: 'a', success: true, value } });
  return responseFrom(200, { 'content-type': 'application/json' }, Buffer.from(body), 1);
}
