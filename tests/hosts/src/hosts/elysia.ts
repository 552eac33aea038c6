import { once } from 'node:events';
import type { Server } from 'node:http';
import process from 'node:process';
import { node } from '@elysiajs/node';
import { createFetchHandler } from '@toolwire/fetch';
import { cutStalledCallers } from '@toolwire/node';
import { Elysia } from 'elysia';
import type { Host } from '../host.ts';
import { running } from '../listen.ts';
import { fetchRequester, mountOptions } from '../requester.ts';
import { requestExceptions } from './web-request.ts';

const start: Host['start'] = async ({ headers, signIn, mounts, routes, answerRoute, port = 0 }) => {
  const users = new WeakMap<Request, string>();
  const appHeaders = new Headers(
    Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  );
  const app = new Elysia({ adapter: node() });
  // Without it, Elysia answers an error of `onRequest` with 200 and the text of the error.
  app.onError(({ code }) => (code === 'NOT_FOUND' ? undefined : new Response('Something went wrong', { status: 500 })));
  app.onRequest(async ({ request, set }) => {
    Object.assign(set.headers, headers);
    const user = await signIn(request.headers.get('authorization') ?? undefined);
    if (user === undefined) return new Response('Please sign in', { status: 401 });
    users.set(request, user);
    return undefined;
  });
  for (const mount of mounts) {
    const handle = createFetchHandler(mount.server, {
      basePath: mount.prefix,
      ...mountOptions(mount, (request: Request) => fetchRequester(request, users.get(request))),
    });
    // Before routing, so that Elysia reads no body.
    app.onRequest(({ request }) => handle(request, { headers: appHeaders }));
  }
  for (const path of routes) {
    app.all(
      path,
      async ({ request }) => {
        const own = { path, body: request.method === 'POST' ? ((await request.json()) as unknown) : null };
        return answerRoute ? answerRoute(own) : own;
      },
      { parse: 'none' },
    );
  }
  const listeners = process.listeners('beforeExit');
  const server = await new Promise<Server>((resolve) => {
    app.listen({ port, hostname: '127.0.0.1' }, (listening) =>
      // The type is that of Bun. On Node, it is a server of srvx.
      resolve((listening as unknown as { node: { server: Server } }).node.server),
    );
  });
  cutStalledCallers(server, mounts[0]?.server.writeStallMs);
  if (!server.listening) await once(server, 'listening');
  // Elysia never removes its listener.
  for (const added of process.listeners('beforeExit').filter((one) => !listeners.includes(one))) {
    process.off('beforeExit', added);
  }
  return running(server);
};

export const elysia: Host = {
  name: 'Elysia 1 on Node',
  adapter: '@toolwire/fetch',
  tier: 'previous',
  bodies: ['unread'],
  start,
  packed: {
    imports: { '@toolwire/fetch': '* as inFetch', elysia: '{ Elysia }' },
    answer: 'overFetch(new Elysia().onRequest(({ request }) => inFetch.createFetch(server)(request)).fetch)',
  },
  exceptions: [
    ...requestExceptions,
    {
      number: 15,
      reason: 'Elysia sends no Content-Length in responses to HEAD',
      until: 'Elysia keeps the header',
      cases: [/HEAD .*returns the status and headers of GET$/],
    },
    {
      number: 16,
      reason: '@elysiajs/node starts the response to a caller that has disconnected; nothing of it is sent',
      until: '@elysiajs/node checks the connection first',
      cases: [/^Disconnects: .* nothing is written afterwards$/],
    },
    {
      number: 17,
      reason: '@elysiajs/node resolves dots and backslashes before the app sees the path',
      until: '@elysiajs/node passes the path on as it was sent',
      cases: [/^Edge 24: methods and paths: \/tools(?:\/(?:\.\.|%2e%2e)\/tools|\/\.\/call|\\call) is not found$/],
    },
    {
      number: 18,
      reason: 'Elysia sends only the last of several Set-Cookie headers that a hook has set before the response',
      until: 'Elysia sends each of them',
      cases: ['Middleware before the tools: headers of the app are on every response'],
    },
  ],
};
