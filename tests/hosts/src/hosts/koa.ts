import { bodyParser } from '@koa/bodyparser';
import { answerBodyErrors, mountTools } from '@toolwire/koa';
import Koa3 from 'koa';
import mountAt from 'koa-mount';
import Koa2 from 'koa2';
import type { Host, HostException } from '../host.ts';
import { listenOn } from '../listen.ts';
import { mountOptions, nodeRequester } from '../requester.ts';

const startWith =
  (Koa: typeof Koa3): Host['start'] =>
  ({ headers, signIn, parser, mounts, routes, answerRoute, port }) => {
    // Koa logs every client that leaves a stream before its end.
    const app = new Koa<{ user?: string }>().on('error', () => undefined);
    app.use((context, next) => {
      context.set(headers);
      return next();
    });
    for (const { prefix, server } of mounts) app.use(mountAt(prefix, answerBodyErrors(server)));
    if (parser) app.use(bodyParser({ jsonLimit: parser.limit }));
    app.use(async (context, next) => {
      const user = await signIn(context.headers.authorization);
      if (user === undefined) return context.throw(401, 'Please sign in', { headers });
      context.state.user = user;
      await next();
    });
    for (const mount of mounts) {
      const options = mountOptions(mount, ({ req, state }: Koa3.Context) =>
        nodeRequester(req, state['user'] as string | undefined),
      );
      app.use(mountAt(mount.prefix, mountTools(mount.server, options)));
    }
    app.use(async (context) => {
      if (!routes.includes(context.path)) return;
      const own = { path: context.path, body: context.request.body ?? null };
      context.body = answerRoute ? await answerRoute(own) : own;
    });
    const handle = app.callback();
    return listenOn((request, response) => void handle(request, response), port);
  };

const parserExceptions: readonly HostException[] = [
  {
    number: 4,
    bodies: 'parsed',
    reason: '@koa/bodyparser decodes invalid UTF-8 to replacement characters',
    until: '@koa/bodyparser rejects invalid UTF-8',
    cases: [/^Edge 23: bytes: a body is refused for its bytes: (?:.*UTF-8|UTF-8 that is cut off)$/],
  },
  {
    number: 5,
    bodies: 'parsed',
    reason: '@koa/bodyparser refuses a whole body with `__proto__`',
    until: '@koa/bodyparser accepts `__proto__`',
    cases: [
      'Edge 20: prototypes in data: an unexpected parameter named __proto__ is reported by its name',
      /^Edge 5: inherited names everywhere: __proto__ .*: (?:unknown parameter|member of a context)$/,
    ],
  },
  {
    number: 6,
    bodies: 'parsed',
    reason: '@koa/bodyparser reads a length of 2 GB as negative, and waits for the body',
    until: '@koa/bodyparser reads lengths above 2^31',
    cases: ['HTTP: body lengths: a body announced as 2 GB is refused before it arrives, and the connection is closed'],
  },
];

export const koaThree: Host = {
  name: 'Koa 3',
  adapter: '@toolwire/koa',
  tier: 'current',
  bodies: ['unread', 'parsed'],
  start: startWith(Koa3),
  packed: {
    imports: { '@toolwire/koa': '* as inKoa', koa: '* as koaModule' },
    answer: 'overHttp(new (defaultOf(koaModule))().use(inKoa.mountTools(server)).callback())',
  },
  exceptions: parserExceptions,
};

export const koaTwo: Host = {
  ...koaThree,
  name: 'Koa 2',
  tier: 'previous',
  start: startWith(Koa2),
  packed: {
    imports: { '@toolwire/koa': '* as inKoa', koa2: '* as koa2Module' },
    answer: 'overHttp(new (defaultOf(koa2Module))().use(inKoa.mountTools(server)).callback())',
  },
};
