import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRecordingProxy } from '../src/record/recording-proxy.ts';

const json = { 'content-type': 'application/json' };
const call = JSON.stringify({ request: { call_id: 'c', tool_id: 'Tests.Pay', input: {} } });

/** A recorder that adds a key, and the keys that the server receives. */
async function openRecorder(
  respond = (_got: IncomingMessage, answer: ServerResponse): void =>
    void answer.writeHead(200, { ...json, 'set-cookie': ['a=1', 'b=2'] }).end('{}'),
  onCall = (): boolean => true,
): Promise<{
  readonly port: number;
  readonly keys: readonly unknown[];
  readonly notes: readonly string[];
}> {
  const [keys, notes]: [unknown[], string[]] = [[], []];
  const server = createServer((got, answer) => {
    keys.push(got.headers['otc-api-key']);
    respond(got, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const recorder = createRecordingProxy({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tools: [],
    secrets: [],
    headers: () => ({ 'otc-api-key': 'key-of-the-developer' }),
    onCall,
    note: (text) => void notes.push(text),
    signal: new AbortController().signal,
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const each of [recorder, server]) {
      each.close();
      each.closeAllConnections();
    }
  });
  return { port: (recorder.address() as AddressInfo).port, keys, notes };
}

function send(
  port: number,
  method: string,
  headers: Readonly<Record<string, string>>,
  body = '',
  path = '/tools/call',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('toolwire record adds the key of the developer', () => {
  it.each([
    ['a page that was led to this machine by its own name', 'POST', { ...json, host: 'evil.example:3001' }, 403],
    ['a page of another origin', 'POST', { ...json, origin: 'https://evil.example' }, 403],
    ['a sandboxed page', 'POST', { ...json, origin: 'null' }, 403],
    ['an image in a page, which names no origin', 'GET', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a preflight of a page', 'OPTIONS', { origin: 'https://evil.example' }, 403],
    ['a form of a page that hides its origin', 'POST', { 'content-type': 'text/plain' }, 415],
    ['a body without a type', 'POST', {}, 415],
  ])('to no request of %s', async (_what, method, headers: Readonly<Record<string, string>>, status) => {
    const { port, keys } = await openRecorder();
    expect(await send(port, method, headers, method === 'POST' ? call : '')).toBe(status);
    expect(keys).toEqual([]);
  });

  it('not to a request for another server', async () => {
    const { port, keys } = await openRecorder();
    expect(await send(port, 'POST', json, call, 'http://127.0.0.1/tools/call')).toBe(403);
    expect(keys).toEqual([]);
  });

  it.each([
    ['a program', 'POST', json],
    ['a program that calls it localhost', 'POST', { ...json, host: 'localhost:3001' }],
    ['a page of this machine', 'POST', { ...json, origin: 'http://localhost:5173' }],
    ['the user, who has typed the URL', 'GET', { 'sec-fetch-site': 'none' }],
    ['a program that sends a type with a charset', 'POST', { 'content-type': 'application/json; charset=utf-8' }],
  ])('to a request of %s', async (_what, method, headers: Readonly<Record<string, string>>) => {
    const { port, keys } = await openRecorder();
    expect(await send(port, method, headers, method === 'POST' ? call : '')).toBe(200);
    expect(keys).toEqual(['key-of-the-developer']);
  });
});

it('toolwire record records the response that a call is still running', async () => {
  const error = { message: 'Still running', can_retry: true, retry_after_ms: 10 };
  const body = JSON.stringify({ result: { call_id: 'c', success: false, error } });
  const { port, notes } = await openRecorder((_got, answer) => {
    answer.writeHead(200, { ...json, 'call-running': 'true' }).end(body);
  });
  await send(port, 'POST', json, call);
  await vi.waitFor(() => expect(notes.join('')).toMatch(/^Tests\.Pay: failed in \d+ ms\n$/));
});

it('toolwire record notes that a call after the last one is not recorded', async () => {
  const { port, notes } = await openRecorder(undefined, () => false);
  await send(port, 'POST', json, call);
  await vi.waitFor(() => expect(notes.join('')).toMatch(/^Tests\.Pay: \w+ in \d+ ms \(not recorded\)\n$/));
});

it('toolwire record passes on how the body of a request is compressed', async () => {
  let encoding: string | undefined;
  const { port } = await openRecorder((got, answer) => {
    encoding = got.headers['content-encoding'];
    answer.end();
  });
  await send(port, 'POST', { ...json, 'content-encoding': 'gzip' }, call);
  expect(encoding).toBe('gzip');
});

it('toolwire record passes on a response without a body', async () => {
  const { port, notes } = await openRecorder((_got, answer) => answer.writeHead(204).end());
  expect(await send(port, 'POST', json, call)).toBe(204);
  await vi.waitFor(() => expect(notes.join('')).toMatch(/^Tests\.Pay: \w+ in \d+ ms\n$/));
});

it('toolwire record does not ask for a compression that it can not read', async () => {
  let accepted: string | undefined;
  const { port } = await openRecorder((got, answer) => {
    accepted = String(got.headers['accept-encoding']);
    answer.end();
  });
  await send(port, 'POST', { ...json, 'accept-encoding': 'unknown' }, call);
  expect(accepted).toContain('gzip');
  expect(accepted).not.toContain('unknown');
});

it('toolwire record passes on every cookie, and notes the tool without control characters', async () => {
  const { port, notes } = await openRecorder();
  const body = JSON.stringify({ request: { tool_id: 'Tests.\u001b[2JPay', input: {} } });
  const response = await fetch(`http://127.0.0.1:${port}/tools/call`, { method: 'POST', headers: json, body });
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  await vi.waitFor(() => expect(notes).toHaveLength(1));
  expect(notes.join('')).not.toContain('\u001b');
});
