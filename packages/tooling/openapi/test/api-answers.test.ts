import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InputRequired } from '@toolwire/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type Api, type ApiCallContext, type ApiOptions, createApi } from '../src/http.ts';

const context = { signal: new AbortController().signal, idempotencyKey: 'one-call' } as ApiCallContext;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function apiOf(answer: RequestListener, options: Omit<ApiOptions, 'baseUrl'> = {}): Promise<Api> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return createApi({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...options });
}

describe('an error response', () => {
  it('keeps its meaning when a proxy sends HTML as JSON', async () => {
    const api = await apiOf((_request, response) => {
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' }).end('<h1>Unavailable</h1>');
    });
    await expect(api.call(context, 'GET', '/orders')).rejects.toMatchObject({
      message: 'The API is unavailable.',
      canRetry: true,
      retryAfterMs: 2000,
    });
  });

  it('keeps its meaning when it is too large to read', async () => {
    const api = await apiOf((_request, response) => response.writeHead(404).end('x'.repeat(1000)), {
      maxResponseBytes: 100,
    });
    await expect(api.call(context, 'GET', '/orders')).rejects.toMatchObject({
      message: 'The API did not find what the request names.',
    });
  });

  it('lists the fields that the API rejects, also if it has them by name', async () => {
    const errors = { name: ['must be new', 'must be short'], email: 'is required', age: { min: 1 } };
    const api = await apiOf((_request, response) => {
      response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify({ errors }));
    });
    await expect(api.call(context, 'POST', '/orders')).rejects.toMatchObject({
      additionalPromptContent: 'name: must be new\nname: must be short\nemail: is required',
    });
  });
});

it('fails for a redirect without a target', async () => {
  const api = await apiOf((_request, response) => response.writeHead(302).end());
  await expect(api.call(context, 'GET', '/orders')).rejects.toMatchObject({
    message: 'The API refused the request with status 302.',
    canRetry: false,
  });
});

it.each([
  ['an error', new Error('The vault is locked.')],
  ['a request for input', new InputRequired({})],
])('passes on %s of the function that returns the credentials', async (_what, problem) => {
  const value = () => {
    throw problem;
  };
  const api = await apiOf((_request, response) => response.end(), {
    credentials: { login: { kind: 'bearer', value } },
  });
  await expect(api.call(context, 'GET', '/orders', { auth: ['login'] })).rejects.toBe(problem);
});

it('ends with the reason of an abort while a function returns the credentials', async () => {
  const controller = new AbortController();
  const reason = new Error('The client has left.');
  const value = () => {
    controller.abort(reason);
    throw new Error('The vault is locked.');
  };
  const api = await apiOf((_request, response) => response.end(), {
    credentials: { login: { kind: 'bearer', value } },
  });
  const aborted = { ...context, signal: controller.signal };
  await expect(api.call(aborted, 'GET', '/orders', { auth: ['login'] })).rejects.toBe(reason);
});

describe('a request', () => {
  const received: IncomingMessage[] = [];
  const record: RequestListener = (request, response) => {
    received.push(request);
    response.writeHead(204).end();
  };

  it('carries a password of any characters in base64', async () => {
    const password = { kind: 'basic', value: () => 'ann:пароль' } as const;
    const api = await apiOf(record, { credentials: { password } });
    await api.call(context, 'GET', '/orders', { auth: ['password'] });
    expect(received.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from('ann:пароль').toString('base64')}`);
  });

  it('carries a key of any characters in the query', async () => {
    const key = { kind: 'apiKey', in: 'query', name: 'key', value: () => 'ключ' } as const;
    const api = await apiOf(record, { credentials: { key } });
    await api.call(context, 'GET', '/orders', { auth: ['key'] });
    expect(received.at(-1)?.url).toBe(`/orders?key=${encodeURIComponent('ключ')}`);
  });

  it('is not sent with a key that would be two cookies', async () => {
    const key = { kind: 'apiKey', in: 'cookie', name: 'key', value: () => 'a; role=admin' } as const;
    const api = await apiOf(record, { credentials: { key } });
    const sent = received.length;
    await expect(api.call(context, 'GET', '/orders', { auth: ['key'] })).rejects.toMatchObject({
      message: 'The credentials for the API must not have a semicolon, because they are sent as a cookie.',
    });
    expect(received).toHaveLength(sent);
  });

  it('prefers JSON where the API declares any type', async () => {
    const api = await apiOf(record);
    await api.call(context, 'GET', '/orders', { accept: ['*/*'] });
    expect(received.at(-1)?.headers.accept).toBe('application/json, */*;q=0.5');
  });

  it('carries a field of a form as JSON', async () => {
    const api = await apiOf((request, response) => {
      response.setHeader('content-type', 'text/plain');
      request.pipe(response);
    });
    const bodyType = 'application/x-www-form-urlencoded';
    const call = { body: { tags: ['a'], ids: ['b'] }, bodyType, encoding: { tags: { isJson: true, explode: false } } };
    expect(await api.call(context, 'POST', '/orders', call)).toBe('tags=%5B%22a%22%5D&ids=b');
  });

  it('has a header in any spelling once, in place of the default', async () => {
    const api = await apiOf(record);
    const headers = { 'Content-Type': 'application/merge-patch+json', Accept: 'text/csv' };
    await api.call(context, 'PATCH', '/orders', { headers, body: {} });
    expect(received.at(-1)?.headers).toMatchObject({
      'content-type': 'application/merge-patch+json',
      accept: 'text/csv',
    });
  });

  it.each([[null], [undefined], [[]], [{}]])('has no header for %j', async (value) => {
    const api = await apiOf(record);
    await api.call(context, 'GET', '/orders', { headers: { 'X-Trace': value } });
    expect(received.at(-1)?.headers).not.toHaveProperty('x-trace');
  });

  it('is not sent with a header that HTTP does not allow, and is not retried', async () => {
    const api = await apiOf(record);
    const before = received.length;
    const thrown: unknown = await api
      .call(context, 'GET', '/orders', { headers: { 'not a name': 'x' } })
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ message: "The request has a header that HTTP doesn't allow." });
    expect(thrown).not.toMatchObject({ canRetry: true });
    expect(received).toHaveLength(before);
  });
});
