import type { IncomingMessage } from 'node:http';
import Hapi from '@hapi/hapi';
import { createNodeHandler } from '@toolwire/node';
import type { Host } from '../host.ts';
import { mountOptions, nodeRequester } from '../requester.ts';

const start: Host['start'] = async ({ headers, signIn, mounts, routes, answerRoute, port = 0 }) => {
  const app = Hapi.server({ port, host: '127.0.0.1', debug: false });
  app.ext('onRequest', async ({ raw: { req, res } }, h) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    const user = await signIn(req.headers.authorization);
    if (user === undefined) return h.response('Please sign in').code(401).takeover();
    Object.assign(req, { user });
    return h.continue;
  });
  for (const mount of mounts) {
    const { prefix, server } = mount;
    const handle = createNodeHandler(server, {
      basePath: prefix,
      ...mountOptions(mount, (request: IncomingMessage) => nodeRequester(request)),
    });
    const paths = new Set(server.paths.map((path) => prefix.replace(/\/$/, '') + path));
    // Before routing, so that hapi reads no body. It must not respond once the tools have started to.
    app.ext('onRequest', ({ path, raw: { req, res }, response }, h) => {
      // hapi responds to invalid HTTP while the request is in an earlier step.
      const isRefused = (response as unknown) !== null;
      if (isRefused || !paths.has(path.replace(/\/$/, ''))) return h.continue;
      handle(req, res).then(
        (isHandled) => isHandled || res.writeHead(404).end('There is no such page'),
        () => (res.headersSent ? res.destroy() : res.writeHead(500).end('Something went wrong')),
      );
      return h.abandon;
    });
  }
  // hapi replaces headers of its responses, such as Cache-Control.
  app.ext('onPreResponse', ({ response }, h) => {
    if (!('header' in response)) return h.continue;
    for (const [name, values] of Object.entries(headers)) {
      [values].flat().forEach((value, index) => response.header(name, value, { append: index > 0 }));
    }
    return h.continue;
  });
  for (const path of routes) {
    app.route({
      method: '*',
      path,
      handler: ({ payload }) => {
        const own = { path, body: payload ?? null };
        return (answerRoute ? answerRoute(own) : own) as object;
      },
    });
  }
  await app.start();
  const close = async (): Promise<void> => {
    app.listener.closeAllConnections();
    await app.stop({ timeout: 0 });
  };
  return { url: app.info.uri, server: app.listener, close, closeApp: async () => app.stop() };
};

export const hapi: Host = {
  name: 'hapi 21',
  adapter: '@toolwire/node',
  tier: 'current',
  bodies: ['unread'],
  start,
  packed: {
    imports: { '@hapi/hapi': '* as hapiModule', toolwire: '{ createNodeHandler }' },
    answer: `(async () => {
      const app = defaultOf(hapiModule).server({ autoListen: false });
      const handle = createNodeHandler(server);
      app.ext('onRequest', ({ raw }, h) => {
        void handle(raw.req, raw.res);
        return h.abandon;
      });
      await app.initialize();
      return overHttp((request, response) => app.listener.emit('request', request, response));
    })()`,
  },
};
