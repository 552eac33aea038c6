import { contextEntry, createContextKey } from '@toolwire/core';
import type { HttpResponse, UniversalHandler } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import { createFetch, createFetchHandler } from '../src/index.ts';

const url = 'https://app.example/api/ai/tools?a=%20b&c=?d';

function serve(answer: HttpResponse | undefined | UniversalHandler): { handle: UniversalHandler } {
  return { handle: typeof answer === 'function' ? answer : () => answer };
}

const echo = serve((request) => ({ status: 200, headers: {}, body: `${request.path}|${request.query}` }));
const post = (body: string): Request => new Request(url, { method: 'POST', body });

describe('where the tools are mounted', () => {
  test.each([
    ['/api/ai', '/tools|a=%20b&c=?d'],
    ['/api/ai/', '/tools|a=%20b&c=?d'],
    ['/', '/api/ai/tools|a=%20b&c=?d'],
    ['', '/api/ai/tools|a=%20b&c=?d'],
  ])('a base path of %j is removed', async (basePath, seen) => {
    const answer = await createFetchHandler(echo, { basePath })(new Request(url));
    expect(await answer?.text()).toBe(seen);
  });

  test.each([
    ['https://app.example/tools?a=1#top', '/tools|a=1'],
    ['https://app.example/tools#?top', '/tools|'],
  ])('the fragment of %s, which a request in the process may have, is ignored', async (address, seen) => {
    expect(await (await createFetch(echo)(new Request(address))).text()).toBe(seen);
  });

  test.each(['/api', '/api/a', '/api/ai2', '/other'])('a base path of %j does not match /api/aid', async (basePath) => {
    const handle = createFetchHandler(serve(undefined), { basePath });
    expect(await handle(new Request('https://app.example/api/aid'))).toBeUndefined();
  });

  test('a base path that no request can have is a startup error', () => {
    expect(() => createFetchHandler(echo, { basePath: 'ai' })).toThrow(
      "basePath must be a URL path that starts with '/'",
    );
    expect(() => createFetch(echo, { basePath: '/a b' })).toThrow('(TW_OPTION_PATH)');
  });

  test('a request for another route is a 404 without another handler', async () => {
    const answer = await createFetch(echo, { basePath: '/elsewhere' })(new Request(url));
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
  });
});

describe('the host of a request', () => {
  const whichHost = serve((request) => ({ status: 200, headers: {}, body: request.header('host') ?? 'none' }));

  test.each([
    ['https://app.example/api/ai/tools', {}, 'app.example'],
    ['http://127.0.0.1:3000/api/ai/tools', {}, '127.0.0.1:3000'],
    ['http://127.0.0.1:3000/api/ai/tools', { host: 'evil.example' }, 'evil.example'],
  ])('at %s with the headers %j is %s', async (address, headers, seen) => {
    const answer = await createFetch(whichHost)(new Request(address, { headers }));
    expect(await answer.text()).toBe(seen);
  });
});

describe('the values of a request', () => {
  const user = createContextKey('user', 'anonymous');
  const whoAmI = serve((request) => ({ status: 200, headers: {}, body: request.values.get(user) }));

  test('reach the tools, and override the values of all requests', async () => {
    const handle = createFetchHandler(whoAmI, { values: async () => [contextEntry(user, 'ada')] });
    expect(await (await handle(new Request(url)))?.text()).toBe('ada');
    const bob = { values: [contextEntry(user, 'bob')] };
    expect(await (await handle(new Request(url), bob))?.text()).toBe('bob');
  });

  const readBody = serve(async (request) => ({
    status: 400,
    headers: {},
    body: JSON.stringify(await request.body(5)),
  }));
  const bodyOf = async (request: Request, options = {}): Promise<unknown> =>
    (await createFetchHandler(readBody)(request, options))?.json();

  test('include the body that earlier middleware has read, or why it could not be read', async () => {
    expect(await bodyOf(post('x'), { body: null })).toEqual({ kind: 'parsed', value: null });
    expect(await bodyOf(post('x'), { problem: 'not_json' })).toEqual({ kind: 'unreadable', problem: 'not_json' });
    expect(await bodyOf(post('123456'))).toEqual({ kind: 'unreadable', problem: 'too_large' });
    const used = post('x');
    await used.text();
    expect(await bodyOf(used)).toEqual({ kind: 'unreadable', problem: 'interrupted' });
  });

  test('limit how much of a body is read, whatever its Content-Length', async () => {
    let chunksRead = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunksRead += 1;
        if (chunksRead < 100) controller.enqueue(new Uint8Array(3));
        else controller.close();
      },
    });
    const init = { method: 'POST', headers: { 'content-length': '3' }, body, duplex: 'half' };
    expect(await bodyOf(new Request(url, init))).toEqual({ kind: 'unreadable', problem: 'too_large' });
    expect(chunksRead).toBeLessThan(5);
  });

  test('leave a body that is too large open, because a host may close the connection when it is canceled', async () => {
    let isCanceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(3)),
      cancel: () => void (isCanceled = true),
    });
    const init = { method: 'POST', body, duplex: 'half' };
    expect(await bodyOf(new Request(url, init))).toMatchObject({
      problem: 'too_large',
    });
    expect(isCanceled).toBe(false);
  });

  test.each([
    [Object.assign(new Error('limit'), { status: 413 }), 'too_large'],
    [new Error('gone'), 'interrupted'],
  ])('are too large if the error of the host has status 413 (%s)', async (error, problem) => {
    const body = new ReadableStream({ start: (controller) => controller.error(error) });
    const init = { method: 'POST', body, duplex: 'half' };
    expect(await bodyOf(new Request(url, init))).toEqual({ kind: 'unreadable', problem });
  });

  /** A request of a host that reads bodies without a stream, as that of @hono/node-server does. */
  class RequestOfHost extends Request {
    timesRead = 0;

    override async arrayBuffer(): Promise<ArrayBuffer> {
      this.timesRead += 1;
      return super.arrayBuffer();
    }
  }

  test.each([
    ['3', '123', 1, { kind: 'bytes', bytes: { 0: 49, 1: 50, 2: 51 } }],
    ['3', '123456', 1, { kind: 'unreadable', problem: 'too_large' }],
    ['6', '123456', 0, { kind: 'unreadable', problem: 'too_large' }],
    ['x', '123456', 0, { kind: 'unreadable', problem: 'too_large' }],
    ['', '123', 0, { kind: 'bytes', bytes: { 0: 49, 1: 50, 2: 51 } }],
  ])('are used as the adapter reads them if the length is %j (%s)', async (length, body, timesRead, left) => {
    const headers = length === '' ? {} : { 'content-length': length };
    const request = new RequestOfHost(url, { method: 'POST', headers, body });
    expect([await bodyOf(request), request.timesRead]).toEqual([left, timesRead]);
  });

  test('fail when the adapter fails to read the body', async () => {
    const request = new RequestOfHost(url, { method: 'POST', headers: { 'content-length': '1' }, body: 'x' });
    request.arrayBuffer = () => Promise.reject(new Error('gone'));
    expect(await bodyOf(request)).toEqual({ kind: 'unreadable', problem: 'interrupted' });
  });

  test('are not read, and only a refusal is sent, when a body could not be read', async () => {
    const never = (): never => {
      throw new Error('asked too early');
    };
    const handle = createFetchHandler(echo, { values: never });
    expect(await handle(post('x'), { problem: 'not_json' })).toBeUndefined();
  });

  test('include the headers of the app, except for the content type', async () => {
    const headers = new Headers({ 'cache-control': 'private', 'content-type': 'text/html', 'x-own': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const own = { 'cache-control': 'no-store', 'content-type': 'application/json', 'x-ours': '2' };
    const handle = createFetchHandler(serve({ status: 200, headers: own, body: '{}' }));
    const answer = await handle(new Request(url), { headers });
    expect(answer?.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
      'cache-control': 'private',
      'content-type': 'application/json',
      'x-own': '1',
      'x-ours': '2',
    });
  });
});

test('a stream ends its source when the reader stops', async () => {
  let ended = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(1);
    } finally {
      ended = true;
    }
  }
  const answer = await createFetchHandler(serve({ status: 200, headers: {}, body: chunks() }))(new Request(url));
  const reader = answer?.body?.getReader();
  expect((await reader?.read())?.value).toEqual(new Uint8Array(1));
  await reader?.cancel();
  expect(ended).toBe(true);
});

test('serving a value that is not a tool server explains it', () => {
  expect(() => createFetchHandler([] as never)).toThrow('got a list');
});
