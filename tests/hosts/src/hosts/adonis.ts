import { createServer, type IncomingMessage } from 'node:http';
import { IgnitorFactory } from '@adonisjs/core/factories';
import type { HttpContext } from '@adonisjs/core/http';
import { createNodeHandler } from '@toolwire/node';
import type { Host } from '../host.ts';
import { listenOn } from '../listen.ts';
import { mountOptions, nodeRequester } from '../requester.ts';

type Next = () => Promise<void>;
type Middleware = new () => { handle: (context: HttpContext, next: Next) => Promise<unknown> };

/** A middleware in the form of a module, which AdonisJS imports. */
const lazily = (handle: (context: HttpContext, next: Next) => Promise<unknown>) => async () => ({
  default: class {
    readonly handle = handle;
  } satisfies Middleware,
});

const start: Host['start'] = async ({ headers, signIn, mounts, routes, answerRoute, port }) => {
  const ignitor = new IgnitorFactory()
    .withCoreConfig()
    .withCoreProviders()
    .create(new URL('./', import.meta.url), { importer: (file) => import(/* @vite-ignore */ file) });
  const app = ignitor.createApp('web');
  await app.init();
  await app.boot();
  const server = await app.container.make('server');
  const router = await app.container.make('router');

  const tools = mounts.map((mount) => {
    const handle = createNodeHandler(mount.server, {
      basePath: mount.prefix,
      ...mountOptions(mount, (request: IncomingMessage) => nodeRequester(request)),
    });
    return lazily(async ({ request, response }, next) => {
      if (!(await handle(request.request, response.response))) await next();
    });
  });
  server.use([
    lazily(async ({ request, response }, next) => {
      for (const [name, value] of Object.entries(headers)) response.response.setHeader(name, value);
      const user = await signIn(request.header('authorization'));
      if (user === undefined) return response.unauthorized('Please sign in');
      Object.assign(request.request, { user });
      return next();
    }),
    ...tools,
  ]);
  router.use([() => import('@adonisjs/core/bodyparser_middleware')]);
  for (const path of routes) {
    router.any(path, async ({ request }) => {
      const body = request.hasBody() ? request.body() : null;
      return answerRoute ? answerRoute({ path, body }) : { path, body };
    });
  }
  await server.boot();
  const running = await listenOn(
    createServer((request, response) => void server.handle(request, response)),
    port,
  );
  return { ...running, closeApp: () => app.terminate() };
};

export const adonisSix: Host = {
  name: 'AdonisJS 6',
  adapter: '@toolwire/node',
  tier: 'current',
  bodies: ['unread'],
  start,
  exceptions: [
    {
      number: 19,
      reason: 'AdonisJS starts the response to a caller that has disconnected; nothing of it is sent',
      until: 'AdonisJS checks the connection first',
      cases: [/^Disconnects: .* nothing is written afterwards$/],
    },
  ],
  packed: {
    imports: { toolwire: '{ createNodeHandler }' },
    // AdonisJS is an ES module, which a CommonJS module can only import.
    answer: `(async () => {
      const { AppFactory } = await import('@adonisjs/core/factories/app');
      const { ServerFactory } = await import('@adonisjs/core/factories/http');
      const app = new AppFactory().create(new URL('file:///'));
      await app.init();
      const http = new ServerFactory().merge({ app }).create();
      const handle = createNodeHandler(server);
      class Tools {
        handle({ request, response }) {
          return handle(request.request, response.response);
        }
      }
      http.use([async () => ({ default: Tools })]);
      await http.boot();
      return overHttp((request, response) => http.handle(request, response));
    })()`,
  },
};
