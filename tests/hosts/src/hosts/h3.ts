import { createServer } from 'node:http';
import { createFetchHandler } from '@toolwire/fetch';
import { cutStalledCallers } from '@toolwire/node';
import { H3 } from 'h3';
import { toNodeHandler } from 'h3/node';
import type { Host } from '../host.ts';
import { listenOn } from '../listen.ts';
import { fetchRequester, mountOptions } from '../requester.ts';
import { requestExceptions } from './web-request.ts';

const start: Host['start'] = ({ headers, signIn, mounts, routes, answerRoute, port }) => {
  const app = new H3({ silent: true });
  const users = new WeakMap<Request, string>();
  app.use(async (event, next) => {
    for (const [name, values] of Object.entries(headers)) {
      for (const value of [values].flat()) {
        event.res.headers.append(name, value);
        event.res.errHeaders.append(name, value);
      }
    }
    const user = await signIn(event.req.headers.get('authorization') ?? undefined);
    if (user === undefined) return new Response('Please sign in', { status: 401 });
    users.set(event.req, user);
    return next();
  });
  for (const mount of mounts) {
    const handle = createFetchHandler(mount.server, {
      basePath: mount.prefix,
      ...mountOptions(mount, (request: Request) => fetchRequester(request, users.get(request))),
    });
    app.use(async (event, next) => {
      const answer = await handle(event.req);
      if (answer === undefined) return next();
      // h3 replaces headers of a Response with those of the app.
      const vary = answer.headers.get('vary');
      for (const fields of [event.res.headers, event.res.errHeaders]) {
        fields.delete('content-type');
        if (vary !== null) fields.append('vary', vary);
      }
      return answer;
    });
  }
  for (const path of routes) {
    app.all(path, async (event) => {
      const own = { path, body: event.req.method === 'POST' ? await event.req.json() : null };
      return answerRoute ? answerRoute(own) : own;
    });
  }
  const server = createServer(toNodeHandler(app) as Parameters<typeof createServer>[1]);
  cutStalledCallers(server, mounts[0]?.server.writeStallMs);
  return listenOn(server, port);
};

export const h3: Host = {
  name: 'h3 2',
  adapter: '@toolwire/fetch',
  tier: 'current',
  bodies: ['unread'],
  start,
  exceptions: [
    ...requestExceptions,
    {
      number: 12,
      reason: 'h3 sends no Content-Length in responses to HEAD',
      until: 'h3 keeps the header',
      cases: [/HEAD .*returns the status and headers of GET$/],
    },
    {
      number: 13,
      reason: 'h3 starts the response to a caller that has disconnected; nothing of it is sent',
      until: 'h3 checks the connection first',
      cases: [/^Disconnects: .* nothing is written afterwards$/],
    },
    {
      number: 14,
      reason: 'h3 resolves dots and backslashes before the app sees the path',
      until: 'h3 passes the path on as it was sent',
      cases: [/^Edge 24: methods and paths: \/tools(?:\/(?:\.\.|%2e%2e)\/tools|\/\.\/call|\\call) is not found$/],
    },
  ],
  packed: {
    imports: { '@toolwire/fetch': '* as inFetch' },
    // h3 is an ES module, which a CommonJS module can only import.
    answer:
      "overFetch(new (await import('h3')).H3().all('/**', (event) => inFetch.createFetch(server)(event.req)).fetch)",
  },
};
