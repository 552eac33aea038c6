import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AppFactory } from '@adonisjs/core/factories/app';
import { ServerFactory } from '@adonisjs/core/factories/http';
import type { HttpContext } from '@adonisjs/core/http';
import type { Server as HapiServer } from '@hapi/hapi';
import { makeCertificate } from '@toolwire/programs/certificate';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pagesFolder = join(root, 'docs/frameworks');
const folder = join(root, 'tests/hosts/.pages');

type Ask = (request: Request) => unknown;

type AdonisMiddleware = new () => { handle(context: HttpContext, next: () => Promise<void>): unknown };

/** Sends a request to what the snippet of a page exports. */
const askers: Readonly<Record<string, (exported: never) => Ask>> = {
  adonisjs: (middleware: { default: AdonisMiddleware }) => {
    const app = new AppFactory().create(new URL('./', import.meta.url));
    const server = new ServerFactory().merge({ app }).create();
    return overHttp(
      createServer((request, response) => void server.handle(request, response)),
      async () => {
        await app.init();
        server.use([async () => middleware]);
        await server.boot();
      },
    );
  },
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
  'node-http': ({ app }: { app: Server }) => overHttp(app),
  'node-http2': ({ app }: { app: Http2SecureServer }) => overHttp2(app),
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

const certificate = makeCertificate('tools.test');
Object.assign(process.env, { TLS_KEY: certificate.keyPath, TLS_CERT: certificate.certificatePath });
afterAll(() => certificate.remove());

function overHttp2(server: Http2SecureServer): Ask {
  return async (request) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = connect(url, { ca: certificate.text, servername: 'tools.test' });
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

// pnpm finds only the packages that a project installs itself.
test.each(names)(
  'the command of docs/frameworks/%s.md installs every package of toolwire that its code imports',
  (name) => {
    const page = readFileSync(join(pagesFolder, `${name}.md`), 'utf8');
    const installed = /^npm install (.*)$/m.exec(page)?.[1]?.split(' ');
    const imported = [...page.matchAll(/ from '((?:@toolwire\/|toolwire)[\w-]*)'/g)].map(([, specifier]) => specifier);
    expect(installed).toEqual(expect.arrayContaining(imported));
  },
);
