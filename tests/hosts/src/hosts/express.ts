import type { IncomingMessage } from 'node:http';
import feathersExpress from '@feathersjs/express';
import { feathers } from '@feathersjs/feathers';
import { mountTools } from '@toolwire/express';
import express5, { type Express } from 'express';
import express4 from 'express4';
import type { Host, HostException } from '../host.ts';
import { listenOn } from '../listen.ts';
import { mountOptions, nodeRequester } from '../requester.ts';

const startWith =
  (express: typeof express5, create: () => Express = express): Host['start'] =>
  ({ front, parser, guard, mounts, back, port }) => {
    const app = create().use(front);
    if (parser) app.use(express.json(parser));
    for (const mount of mounts) {
      const options = mountOptions(mount, (request: IncomingMessage) => nodeRequester(request));
      app.use(mount.prefix, guard, mountTools(mount.server, options));
    }
    return listenOn(app.use(back), port);
  };

/** The exceptions of `express.json()`, which Nest uses too. */
export const jsonExceptions: readonly HostException[] = [
  {
    number: 1,
    bodies: 'parsed',
    reason: 'express.json() reads a body that it refuses to the end before it responds',
    until: 'body-parser responds first',
    cases: [/ is refused before it arrives, and the connection is closed$/],
  },
  {
    number: 2,
    bodies: 'parsed',
    reason: 'express.json() decodes invalid UTF-8 to replacement characters',
    until: 'body-parser rejects invalid UTF-8',
    cases: [
      /^Edge 23: bytes: a body is refused for its bytes: (?:.*UTF-8|a surrogate in UTF-8|UTF-8 that is cut off)$/,
    ],
  },
];

export const expressFive: Host = {
  name: 'Express 5',
  adapter: '@toolwire/express',
  tier: 'everyday',
  bodies: ['unread', 'parsed'],
  start: startWith(express5),
  packed: {
    imports: { '@toolwire/express': '* as inExpress', express: '* as expressModule' },
    answer:
      'overHttp(defaultOf(expressModule)().use(defaultOf(expressModule).json()).use(inExpress.mountTools(server)))',
  },
  exceptions: jsonExceptions,
};

export const expressFour: Host = {
  ...expressFive,
  name: 'Express 4',
  tier: 'previous',
  start: startWith(express4),
  packed: {
    imports: { '@toolwire/express': '* as inExpress', express4: '* as express4Module' },
    answer:
      'overHttp(defaultOf(express4Module)().use(defaultOf(express4Module).json()).use(inExpress.mountTools(server)))',
  },
  exceptions: [
    ...jsonExceptions,
    {
      number: 3,
      reason: 'Express 4 counts a second slash as part of the mount path',
      until: 'Express 4 is no longer supported',
      cases: [/doubled slash/, 'Edge 24: methods and paths: //tools is not found'],
    },
  ],
};

/** Feathers extends an app of Express 4. */
export const feathersFive: Host = {
  ...expressFour,
  name: 'Feathers 5',
  start: startWith(express4, () => feathersExpress.default(feathers()) as unknown as Express),
  packed: {
    imports: {
      '@toolwire/express': '* as inExpress',
      '@feathersjs/express': '* as feathersModule',
      '@feathersjs/feathers': '{ feathers }',
    },
    answer: 'overHttp(defaultOf(feathersModule)(feathers()).use(inExpress.mountTools(server)))',
  },
};
