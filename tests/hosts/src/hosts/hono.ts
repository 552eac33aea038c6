import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { createFetchHandler, type FetchRequestOptions } from '@toolwire/fetch';
import { cutStalledCallers } from '@toolwire/node';
import { type Context, Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Host } from '../host.ts';
import { listenOn } from '../listen.ts';
import { fetchRequester, mountOptions } from '../requester.ts';
import { requestExceptions } from './web-request.ts';

const { Request: NativeRequest, Response: NativeResponse } = globalThis;

/** Undoes what @hono/node-server does to the whole process. Without it, h3 and Nitro don't recognize requests and responses. */
function restoreGlobals(): void {
  Object.assign(globalThis, { Request: NativeRequest, Response: NativeResponse });
}

const start: Host['start'] = async ({ headers, signIn, parser, mounts, routes, answerRoute, port }) => {
  const app = new Hono<{ Variables: { user: string } }>();
  app.use(async (c, next) => {
    for (const [name, values] of Object.entries(headers)) {
      for (const value of [values].flat()) c.header(name, value, { append: true });
    }
    const user = await signIn(c.req.header('authorization'));
    if (user === undefined) return c.text('Please sign in', 401);
    c.set('user', user);
    return next();
  });
  const users = new WeakMap<Request, string>();
  const tools = mounts.map((mount) =>
    createFetchHandler(mount.server, {
      basePath: mount.prefix,
      ...mountOptions(mount, (request: Request) => fetchRequester(request, users.get(request))),
    }),
  );
  // The app's own limit. The tools send the response.
  const refuse = async (c: Context): Promise<Response> => {
    for (const handle of tools) {
      const answer = await handle(c.req.raw, { problem: 'too_large', headers: c.res.headers });
      if (answer !== undefined) return withJoinedVary(c, answer);
    }
    return c.text('Too large', 413);
  };
  if (parser) app.use(bodyLimit({ maxSize: parser.limit, onError: refuse }));
  for (const handle of tools) {
    app.use(async (c, next) => {
      const known = { headers: c.res.headers };
      // Middleware that reads bodies may replace the request.
      users.set(c.req.raw, c.get('user'));
      const answer = await handle(c.req.raw, { ...known, ...(parser && (await readInFront(c.req))) });
      return answer === undefined ? next() : withJoinedVary(c, answer);
    });
  }
  for (const path of routes) {
    const respond = async (c: Context, body: unknown): Promise<Response> => {
      const own = { path, body };
      return c.json((answerRoute ? await answerRoute(own) : own) as object);
    };
    app.get(path, (c) => respond(c, null));
    app.post(path, async (c) => respond(c, await c.req.json()));
  }
  app.onError((_error, c) => c.text('Something went wrong', 500));
  const server = createAdaptorServer(app) as Server;
  cutStalledCallers(server, mounts[0]?.server.writeStallMs);
  const { close, ...running } = await listenOn(server, port);
  return { ...running, close: () => close().finally(restoreGlobals) };
};

/** Keeps `Vary` of a response, which names the headers of the app too. Hono would replace it with `Vary` of the app. */
function withJoinedVary(c: Context, answer: Response): Response {
  c.res.headers.delete('vary');
  return answer;
}

/** Reads a body as a validator of the app does. */
async function readInFront(request: HonoRequest): Promise<FetchRequestOptions> {
  if (request.method !== 'POST' || request.header('content-type')?.split(';')[0] !== 'application/json') return {};
  return request.json().then(
    (body: unknown) => ({ body }),
    () => ({ problem: 'not_json' }),
  );
}

export const hono: Host = {
  name: 'Hono',
  adapter: '@toolwire/fetch',
  tier: 'current',
  bodies: ['unread', 'parsed'],
  start,
  packed: {
    imports: { '@toolwire/fetch': '* as inFetch', hono: '{ Hono }' },
    answer: "overFetch(new Hono().all('*', (context) => inFetch.createFetch(server)(context.req.raw)).fetch)",
  },
  exceptions: [
    {
      number: 7,
      reason: '@hono/node-server starts the response to a caller that has disconnected; nothing of it is sent',
      until: '@hono/node-server checks the connection first',
      cases: [/^Disconnects: .* nothing is written afterwards$/],
    },
    ...requestExceptions,
    {
      number: 9,
      reason: '@hono/node-server resolves dots and backslashes before the app sees the path',
      until: '@hono/node-server passes the path on as it was sent',
      cases: [/^Edge 24: methods and paths: \/tools(?:\/(?:\.\.|%2e%2e)\/tools|\/\.\/call|\\call) is not found$/],
    },
    {
      number: 10,
      bodies: 'parsed',
      reason: 'request.json() decodes invalid UTF-8 to replacement characters',
      until: 'the Fetch standard rejects invalid UTF-8',
      cases: [/^Edge 23: bytes: a body is refused for its bytes: (?:.*UTF-8|UTF-8 that is cut off)$/],
    },
    {
      number: 11,
      bodies: 'parsed',
      reason: 'request.json() removes every byte order mark',
      until: 'the Fetch standard removes only one',
      cases: ['Edge 23: bytes: a body is refused for its bytes: two byte order marks'],
    },
  ],
};
