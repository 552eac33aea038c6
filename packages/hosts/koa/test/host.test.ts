import { bodyParser } from '@koa/bodyparser';
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
import Koa3 from 'koa';
import mount from 'koa-mount';
import Koa2 from 'koa2';
import { answerBodyErrors, mountTools } from '../src/index.ts';

// Every case of the standard runs on node:http; here those that a host could spoil, and all with `npm test -- --every-host`.
const cases = process.env['TEST_HOSTS'] === 'all' ? 'all' : 'sample';

const createServer: CreateServer = (options) => createToolServer({ ...options, wires: [otc()], validator: ajv() });

const mountOn =
  (Koa: typeof Koa3): MountHost =>
  ({ headers, signIn, parser, mounts, routes }) => {
    const app = new Koa<{ user?: string }>().on('error', () => undefined);
    app.use((context, next) => {
      context.set(headers);
      return next();
    });
    for (const { prefix, server } of mounts) app.use(mount(prefix, answerBodyErrors(server)));
    if (parser) app.use(bodyParser({ jsonLimit: parser.limit }));
    app.use(async (context, next) => {
      const user = await signIn(context.headers.authorization);
      if (user === undefined) return context.throw(401, 'Please sign in', { headers });
      context.state.user = user;
      await next();
    });
    for (const { prefix, server, principal, values } of mounts) {
      const said = {
        principal: ({ state }: Koa3.Context) => principal(state),
        values: ({ state }: Koa3.Context) => values(state),
      };
      app.use(mount(prefix, mountTools(server, said)));
    }
    app.use((context) => {
      if (routes.includes(context.path)) context.body = { path: context.path, body: context.request.body ?? null };
    });
    return listenOn(app.callback());
  };

const exceptions: readonly HostException[] = [
  {
    bodies: 'parsed',
    reason: '@koa/bodyparser puts replacement characters where bytes are no UTF-8',
    cases: [/^Edge 23: bytes: a body is refused for its bytes: (?:.*UTF-8|UTF-8 that is cut off)$/],
  },
  {
    bodies: 'parsed',
    reason: '@koa/bodyparser refuses a body with `__proto__` as a whole',
    cases: [
      'Edge 20: prototypes in data: an unexpected parameter named __proto__ is reported by its name',
      /^Edge 5: names of prototypes everywhere: __proto__ .*: (?:parameter nobody asked for|member of a context)$/,
    ],
  },
  {
    bodies: 'parsed',
    reason: '@koa/bodyparser takes a length of 2 GB for a negative one, and waits for the body',
    cases: ['Edge 23: bytes: a body said to have 2 GB is refused before it comes, and the connection closed'],
  },
];

// With a parser in front, as most apps have one; Express shows every time what a body does that nobody has read.
const bodies: readonly Bodies[] = cases === 'all' ? ['unread', 'parsed'] : ['parsed'];
describeHost('Koa 3', mountOn(Koa3), { createServer, cases, exceptions, bodies });
// The same code as for Koa 3, so that a sample does without it.
if (cases === 'all') describeHost('Koa 2', mountOn(Koa2), { createServer, exceptions });
