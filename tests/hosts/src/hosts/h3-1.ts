import { createServer, type IncomingMessage } from 'node:http';
import { createNodeHandler } from '@toolwire/node';
import { createApp, defineEventHandler, readBody, toNodeListener } from 'h3v1';
import type { Host } from '../host.ts';
import { listenOn } from '../listen.ts';
import { mountOptions, nodeRequester } from '../requester.ts';

const start: Host['start'] = ({ front, guard, mounts, routes, answerRoute, port }) => {
  const app = createApp();
  for (const middleware of [front, guard]) {
    app.use(
      defineEventHandler(
        ({ node: { req, res } }) =>
          new Promise<void>((resolve) => {
            res.once('close', resolve);
            middleware(req, res, resolve);
          }),
      ),
    );
  }
  for (const mount of mounts) {
    const handle = createNodeHandler(mount.server, {
      basePath: mount.prefix,
      ...mountOptions(mount, (request: IncomingMessage) => nodeRequester(request)),
    });
    app.use(
      defineEventHandler(async (event) => {
        // Also if the caller has disconnected, where h3 sees no response.
        if (await handle(event.node.req, event.node.res)) event._handled = true;
      }),
    );
  }
  for (const path of routes) {
    app.use(
      defineEventHandler(async (event) => {
        if (event.path.split('?')[0] !== path) return undefined;
        const own = {
          path,
          body: event.method === 'POST' ? ((await readBody(event, { strict: true })) as unknown) : null,
        };
        return answerRoute ? answerRoute(own) : own;
      }),
    );
  }
  return listenOn(createServer(toNodeListener(app)), port);
};

export const h3One: Host = {
  name: 'h3 1',
  adapter: '@toolwire/node',
  tier: 'previous',
  bodies: ['unread'],
  start,
  packed: {
    imports: { h3v1: '* as h3v1', toolwire: '{ createNodeHandler }' },
    answer: `(() => {
      const handle = createNodeHandler(server);
      const answer = h3v1.defineEventHandler(({ node }) => handle(node.req, node.res).then(() => undefined));
      return overHttp(h3v1.toNodeListener(h3v1.createApp().use(answer)));
    })()`,
  },
};
