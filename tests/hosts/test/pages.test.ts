import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Server as HapiServer } from '@hapi/hapi';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pagesFolder = join(root, 'docs/frameworks');
const folder = join(root, 'tests/hosts/.pages');

type Ask = (request: Request) => unknown;

/** Sends a request to what the snippet of a page exports. */
const askers: Readonly<Record<string, (exported: never) => Ask>> = {
  astro: ({ onRequest }: { onRequest: (context: object, next: () => Response) => unknown }) => {
    return (request) => onRequest({ request, locals: { user: userIn(request) } }, notFound);
  },
  elysia: ({ app }: { app: { handle: Ask } }) => app.handle,
  express: ({ app }: { app: RequestListener }) => overHttp(createServer(app)),
  fastify: ({ app }: { app: FastifyInstance }) => {
    onTestFinished(() => app.close());
    return async (request) => {
      if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
      return sendTo(app.server, request);
    };
  },
  h3: ({ app }: { app: { fetch: Ask } }) => app.fetch,
  hapi: ({ app }: { app: HapiServer }) => overHttp(app.listener, () => app.initialize()),
  hono: ({ app }: { app: { fetch: Ask } }) => app.fetch,
  koa: ({ app }: { app: { callback: () => RequestListener } }) => overHttp(createServer(app.callback())),
  nextjs: ({ POST }: { POST: Ask }) => POST,
  'node-http': ({ app }: { app: Http2Server }) => overHttp2(app),
  'react-router': ({ action }: { action: (given: object) => unknown }) => {
    return (request) => action({ request });
  },
  sveltekit: ({ handle }: { handle: (given: object) => unknown }) => {
    return (request) => handle({ event: { request, locals: { user: userIn(request) } }, resolve: notFound });
  },
};

const notFound = (): Response => new Response(null, { status: 404 });

/** What a sign-in of the app has found. */
function userIn({ headers }: Request): { id: string } | undefined {
  return headers.has('authorization') ? { id: 'ada' } : undefined;
}

function overHttp(server: Server, prepare?: () => Promise<void>): Ask {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return async (request) => {
    if (!server.listening) {
      await prepare?.();
      await once(server.listen(0, '127.0.0.1'), 'listening');
    }
    return sendTo(server, request);
  };
}

function sendTo(server: Server, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  return fetch(new Request(`http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, request));
}

function overHttp2(server: Http2Server): Ask {
  return async (request) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { pathname } = new URL(request.url);
    const stream = client.request({
      ':method': request.method,
      ':path': pathname,
      ...Object.fromEntries(request.headers),
    });
    const body: unknown = await json(stream.end(await request.text()));
    client.close();
    await new Promise((resolve) => server.close(resolve));
    return Response.json(body);
  };
}

/** The value that the tool of every page returns. */
async function callTool(ask: Ask, authorization?: string): Promise<unknown> {
  const request = new Request('http://127.0.0.1/ai/tools/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ request: { tool_id: 'Session.WhoAmI' } }),
  });
  const { result } = (await ((await ask(request)) as Response).json()) as { result: { value: unknown } };
  return result.value;
}

interface NamedBlock {
  readonly name: string;
  readonly code: string;
}

/** The blocks of a page that are files. */
function blocksOf(page: string): readonly NamedBlock[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```ts ([\w-]+\.ts)\n([^]*?)^```$/gm);
  return [...blocks].map(([, name = '', code = '']) => ({ name, code }));
}

const names = readdirSync(pagesFolder).map((file) => file.replace(/\.md$/, ''));

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const shared = blocksOf(join(root, 'docs/start/existing-app.md'));
  const own = names.flatMap((name) => blocksOf(join(pagesFolder, `${name}.md`)));
  for (const { name, code } of [...shared, ...own]) writeFileSync(join(folder, name), code);
});

afterAll(() => rmSync(folder, { recursive: true }));

// restify changes the prototypes of node:http. A separate test of @toolwire/node mounts it in the same way, and restores them.
const mounted = names.filter((name) => name !== 'restify');

test.each(mounted)('the code of docs/frameworks/%s.md serves tools, which know the user of the app', async (name) => {
  const exported = (await import(/* @vite-ignore */ join(folder, `${name}.ts`))) as never;
  const ask = askers[name]?.(exported) as Ask;
  expect(await callTool(ask, 'Bearer token-of-ada')).toBe('ada');
  expect(await callTool(ask)).toBe('guest');
});

test.each(names)('the code of docs/frameworks/%s.md has at most 14 lines below its imports', (name) => {
  const [{ code } = { code: '' }] = blocksOf(join(pagesFolder, `${name}.md`));
  const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('import '));
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.length).toBeLessThanOrEqual(14);
});
