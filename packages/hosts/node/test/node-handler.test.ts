import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { contextEntry, createContextKey } from '@toolwire/core';
import type { HostRequest, HttpResponse, UniversalHandler } from '@toolwire/core/wire';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createNodeHandler, createNodeListener, type NodeHandlerOptions } from '../src/index.ts';

let server: Server | undefined;

async function serve(handle: UniversalHandler, options?: NodeHandlerOptions): Promise<string> {
  const handler = createNodeHandler({ handle }, options);
  server = createServer((request, response) => {
    response.setHeader('x-request-id', "the host's own");
    void handler(request, response).then((handled) => handled || response.writeHead(418).end('the host'));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The body of the response to a request for a target as it is, which `fetch` would not send. */
function rawTarget(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path }, (response) => resolve(readText(response)))
      .on('error', reject)
      .end();
  });
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const text = (body: string, headers = {}): HttpResponse => ({ status: 200, headers, body });

describe('a request of node:http', () => {
  test('has its raw path, a separate query and joined repeated headers', async () => {
    const seen: HostRequest[] = [];
    const url = await serve((request) => {
      seen.push(request);
      return text(request.header('x-twice') ?? '');
    });
    const answer = await fetch(`${url}/a%2Fb?x=1&y=?`, {
      headers: [
        ['x-twice', '1'],
        ['X-Twice', '2'],
      ],
    });
    expect(await answer.text()).toBe('1, 2');
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/a%2Fb', query: 'x=1&y=?' });
  });

  test('continues to the app, unchanged, for another route', async () => {
    const url = await serve(() => undefined);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([418, 'the host']);
  });

  test('passes the values of the app', async () => {
    const user = createContextKey('user', 'anonymous');
    const url = await serve((request) => text(request.values.get(user)), {
      values: (request) => [contextEntry(user, String(request.headers['x-user']))],
    });
    expect(await (await fetch(url, { headers: { 'x-user': 'ada' } })).text()).toBe('ada');
  });

  test.each([
    ['/ai', '/ai/tools?a=/ai/', '/tools|a=/ai/'],
    ['/ai/', '/ai/', '/|'],
    ['', '/ai/tools', '/ai/tools|'],
  ])('below a base path of %j arrives without it', async (basePath, target, seen) => {
    const url = await serve((request) => text(`${request.path}|${request.query}`), { basePath });
    expect(await (await fetch(url + target)).text()).toBe(seen);
    expect(await rawTarget(url, `http://app.example${target}`)).toBe(seen);
  });

  test.each(['/aid', '/ai', '/ai?/ai/', '/', '/other/ai/tools'])(
    'continues to the app if %s is not below the base path, without a lookup of its caller',
    async (target) => {
      const principal = vi.fn(() => ({ id: 'ada' }));
      const url = await serve(() => text('the tools'), { basePath: '/ai', principal });
      expect((await fetch(url + target)).status).toBe(418);
      expect(principal).not.toHaveBeenCalled();
    },
  );

  test.each(['createNodeHandler', 'createNodeListener'])(
    'runs no function of the app for other routes: %s',
    async (name) => {
      const fail = (): never => {
        throw new Error('on purpose');
      };
      const tools = {
        paths: ['/tools'],
        handle: (request: HostRequest) => (request.path === '/tools' ? text('x') : undefined),
      };
      const options = { principal: fail, values: fail };
      const handle = createNodeHandler(tools, options);
      const listener = createNodeListener(tools, options);
      server = createServer((request, response) => {
        if (name === 'createNodeListener') return listener(request, response);
        handle(request, response).then(
          (handled) => handled || response.writeHead(404).end(),
          () => response.writeHead(500).end(),
        );
      });
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const statusOf = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status;
      expect(await statusOf('/pages')).toBe(404);
      expect(await statusOf('/tools')).toBe(500);
      expect(await statusOf('/tools', { method: 'OPTIONS' })).toBe(200);
    },
  );

  test('passes its body, in chunks or whole, up to the limit', async () => {
    const url = await serve(async (request) => {
      const body = await request.body(10);
      return text(body.kind === 'bytes' ? new TextDecoder().decode(body.bytes) : JSON.stringify(body));
    });
    const post = async (body: string | ReadableStream): Promise<string> =>
      (await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)).text();
    expect(await post('0123456789')).toBe('0123456789');
    expect(await post(new Blob(['01234', '56789']).stream())).toBe('0123456789');
    expect(await post('0123456789a')).toBe('{"kind":"unreadable","problem":"too_large"}');
  });
});

describe('a base path that no request can have', () => {
  const tools = { handle: () => undefined };

  test.each([
    ['createNodeHandler', () => createNodeHandler(tools, { basePath: 'ai' })],
    ['createNodeListener', () => createNodeListener(tools, { basePath: 'ai' })],
  ])('is a startup error of %s', async (_name, mount) => {
    await expect(async () => mount()).rejects.toThrow("basePath must be a URL path that starts with '/'");
  });
});

describe('a response on node:http', () => {
  test('keeps the headers that the app has set', async () => {
    const url = await serve(() => text('x', { 'x-request-id': 'ours', 'x-other': 'ours' }));
    const { headers } = await fetch(url);
    expect([headers.get('x-request-id'), headers.get('x-other')]).toEqual(["the host's own", 'ours']);
    expect(headers.get('content-length')).toBe('1');
  });

  test('may be a stream, which waits for a slow reader', async () => {
    let made = 0;
    const url = await serve(() => ({
      status: 200,
      headers: {},
      body: (async function* () {
        for (; made < 2000; made++) yield new Uint8Array(64 * 1024);
      })(),
    }));
    const reader = (await fetch(url)).body?.getReader();
    await reader?.read();
    await wait(300);
    expect(made).toBeLessThan(1000);
    await reader?.cancel();
  });

  test('is not written to a disconnected caller, and the disconnect aborts the signal', async () => {
    let aborted: Promise<unknown> | undefined;
    const url = await serve((request) => {
      aborted = new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      return aborted.then(() => text('too late'));
    });
    const gone = httpRequest(url)
      .on('error', () => undefined)
      .end();
    await expect.poll(() => aborted !== undefined).toBe(true);
    gone.destroy();
    await aborted;
    expect(await fetch(url, { signal: AbortSignal.timeout(50) }).catch((error: unknown) => (error as Error).name)).toBe(
      'TimeoutError',
    );
  });

  test('reaches a caller that is still sending, and then the connection ends', async () => {
    const url = await serve(() => ({ status: 400, headers: { connection: 'close' }, body: 'too much' }));
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(4_000_000) });
    expect([answer.status, await answer.text(), answer.headers.get('connection')]).toEqual([400, 'too much', 'close']);
  });

  test('keeps the connection for the next request', async () => {
    const url = await serve(() => ({ status: 400, headers: {}, body: 'no' }));
    const answers = [await fetch(url), await fetch(url)];
    expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['keep-alive', 'keep-alive']);
  });
});
