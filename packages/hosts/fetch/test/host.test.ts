import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import {
  type Bodies,
  type CreateServer,
  describeHost,
  type HostException,
  listenOn,
  type MountHost,
} from '@toolwire/conformance/vitest';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { type Context, Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createFetchHandler, type FetchRequestOptions } from '../src/index.ts';

// Every case of the standard runs on node:http; here those that a host could spoil, and all with `npm test -- --every-host`.
const cases = process.env['TEST_HOSTS'] === 'all' ? 'all' : 'sample';

const createServer: CreateServer = (options) => createToolServer({ ...options, wires: [otc()], validator: ajv() });

const mountHono: MountHost = ({ headers, signIn, parser, mounts, routes }) => {
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
  const tools = mounts.map(({ prefix, server, principal, values }) =>
    createFetchHandler(server, {
      basePath: prefix,
      principal: (request) => principal({ user: users.get(request) }),
      values: (request) => values({ user: users.get(request) }),
    }),
  );
  // The app's own limit, which leaves it to the tools to say so.
  const refuse = async (c: Context): Promise<Response> => {
    for (const handle of tools) {
      const answer = await handle(c.req.raw, { problem: 'too_large', headers: c.res.headers });
      if (answer !== undefined) return answer;
    }
    return c.text('Too large', 413);
  };
  if (parser) app.use(bodyLimit({ maxSize: parser.limit, onError: refuse }));
  for (const handle of tools) {
    app.use(async (c, next) => {
      const known = { headers: c.res.headers };
      // Whatever reads bodies in front may put another request in the place of this one.
      users.set(c.req.raw, c.get('user'));
      return (await handle(c.req.raw, { ...known, ...(parser && (await readInFront(c.req))) })) ?? next();
    });
  }
  for (const path of routes) {
    app.get(path, (c) => c.json({ path, body: null }));
    app.post(path, async (c) => c.json({ path, body: await c.req.json() }));
  }
  app.onError((_error, c) => c.text('Something went wrong', 500));
  return listenOn(createAdaptorServer(app) as Server);
};

/** The app's own reading of a body, as a validator does it. */
async function readInFront(request: HonoRequest): Promise<FetchRequestOptions> {
  if (request.method !== 'POST' || request.header('content-type')?.split(';')[0] !== 'application/json') return {};
  return request.json().then(
    (body: unknown) => ({ body }),
    () => ({ problem: 'not_json' }),
  );
}

const exceptions: readonly HostException[] = [
  {
    reason: 'a Request of the web standard has no body on GET; `$schema` in the query works',
    cases: [
      'Protocol version: an unsupported version is refused on both endpoints',
      /^Edge 25: spellings of \$schema: (?!otc:\/\/1\.0 ).* is understood and comes back$/,
      /^Edge 25: spellings of \$schema: .* is refused, (?:with the versions there are|as it is no URI)$/,
      "Edge 25: spellings of $schema: a refused version comes with the server's own, and a list for developers",
      'Edge 25: spellings of $schema: a malformed body of a listing is refused',
    ],
  },
  {
    reason: '@hono/node-server folds dots and backslashes before anybody sees the path',
    cases: [/^Edge 24: methods and paths: \/tools(?:\/(?:\.\.|%2e%2e)\/tools|\/\.\/call|\\call) is not found$/],
  },
  {
    reason: '@hono/node-server begins the answer to a caller who is gone; nothing of it is sent',
    cases: [/^Callers who leave: .* nothing is written afterwards$/],
  },
  {
    bodies: 'parsed',
    reason: 'request.json() puts replacement characters where bytes are no UTF-8',
    cases: [/^Edge 23: bytes: a body is refused for its bytes: (?:.*UTF-8|UTF-8 that is cut off)$/],
  },
  {
    bodies: 'parsed',
    reason: 'request.json() drops every byte order mark',
    cases: ['Edge 23: bytes: a body is refused for its bytes: two byte order marks'],
  },
];

// With a parser in front, as most apps have one; Express shows every time what a body does that nobody has read.
const bodies: readonly Bodies[] = cases === 'all' ? ['unread', 'parsed'] : ['parsed'];
describeHost('hono', mountHono, { createServer, cases, exceptions, bodies });
