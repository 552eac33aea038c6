import { PassThrough, pipeline } from 'node:stream';
import { type Bodies, type CreateServer, describeHost, type MountHost } from '@toolwire/conformance/vitest';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { fastify } from 'fastify';
import { mountTools } from '../src/index.ts';

// Every case of the standard runs on node:http; here those that a host could spoil, and all with `npm test -- --every-host`.
const cases = process.env['TEST_HOSTS'] === 'all' ? 'all' : 'sample';

const createServer: CreateServer = (options) => createToolServer({ ...options, wires: [otc()], validator: ajv() });

const mountFastify: MountHost = async ({ headers, signIn, parser, mounts, routes }) => {
  const app = fastify({ bodyLimit: parser?.limit ?? 1024 });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  app.addHook('preHandler', async (request, reply) => {
    const user = await signIn(request.headers.authorization);
    if (user === undefined) return reply.code(401).send('Please sign in');
    Object.assign(request, { user });
    return undefined;
  });
  // Whatever reads bodies in front of Fastify's parsers does it in this hook: a signature check, a decompression.
  if (parser) {
    app.addHook('preParsing', async (_request, _reply, payload) =>
      pipeline(payload, new PassThrough(), () => undefined),
    );
  }
  for (const mount of mounts) app.register(mountTools, mount);
  for (const path of routes) app.all(path, ({ body }) => ({ path, body: body ?? null }));
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
};

// With a parser in front, as most apps have one; Express shows every time what a body does that nobody has read.
const bodies: readonly Bodies[] = cases === 'all' ? ['unread', 'parsed'] : ['parsed'];
describeHost('Fastify 5', mountFastify, { createServer, cases, bodies });
