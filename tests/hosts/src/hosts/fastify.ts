import { PassThrough, pipeline } from 'node:stream';
import { mountTools } from '@toolwire/fastify';
import { type FastifyRequest, fastify } from 'fastify';
import { fastify as fastify4 } from 'fastify4';
import type { Host } from '../host.ts';
import { mountOptions, nodeRequester } from '../requester.ts';

const start =
  (create: typeof fastify): Host['start'] =>
  async ({ headers, signIn, parser, mounts, routes, answerRoute, port = 0 }) => {
    const app = create({ bodyLimit: parser?.limit ?? 1024, forceCloseConnections: true });
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers);
    });
    app.addHook('preHandler', async (request, reply) => {
      const user = await signIn(request.headers.authorization);
      if (user === undefined) return reply.code(401).send('Please sign in');
      Object.assign(request, { user });
      return undefined;
    });
    // Signature checks and decompression read bodies in this hook, before Fastify's parsers.
    if (parser) {
      app.addHook('preParsing', async (_request, _reply, payload) =>
        pipeline(payload, new PassThrough(), () => undefined),
      );
    }
    for (const mount of mounts) {
      const options = mountOptions(mount, (request: FastifyRequest) =>
        nodeRequester(request.raw, (request as { user?: string }).user),
      );
      app.register(mountTools, { prefix: mount.prefix, server: mount.server, ...options });
    }
    for (const path of routes) {
      app.all(path, async ({ body }) => {
        const own = { path, body: body ?? null };
        return answerRoute ? answerRoute(own) : own;
      });
    }
    const url = await app.listen({ port, host: '127.0.0.1' });
    const close = async (): Promise<void> => app.close();
    return { url, server: app.server, close, closeApp: close };
  };

const packedWith = (create: string): Host['packed'] => ({
  imports: { '@toolwire/fastify': '* as inFastify', fastify: '{ fastify }', fastify4: '* as inFastify4' },
  answer: `(async () => {
      const app = ${create}();
      await app.register(inFastify.mountTools, { server });
      await app.ready();
      return overHttp((request, response) => app.routing(request, response));
    })()`,
});

export const fastifyFive: Host = {
  name: 'Fastify 5',
  adapter: '@toolwire/fastify',
  tier: 'current',
  bodies: ['unread', 'parsed'],
  start: start(fastify),
  packed: packedWith('fastify'),
};

export const fastifyFour: Host = {
  ...fastifyFive,
  name: 'Fastify 4',
  tier: 'previous',
  start: start(fastify4),
  packed: packedWith('inFastify4.fastify'),
};
