import { mountTools } from '@toolwire/fastify';
import { fastify } from 'fastify';
import { toolwire } from 'toolwire';
import { greet } from './greet.ts';
import { findUser } from './users.ts';

declare module 'fastify' {
  interface FastifyRequest {
    user: string;
  }
}

export const app = fastify();
export const tools = toolwire({ tools: [greet] });

// The app as it was: its sign-in, its parser, its own words for errors.
app.decorateRequest('user', '');
app.addHook('onRequest', async (request, reply) => {
  request.user = findUser(request.headers.authorization) ?? '';
  return request.user === '' ? reply.code(401).send({ error: 'Please sign in' }) : undefined;
});
app.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_request: unknown, text: string) => text.split(','));
app.setErrorHandler((_error, _request, reply) => reply.code(400).send({ error: 'That did not work' }));
app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'No such page' }));
app.post('/echo', async (request) => ({ user: request.user, sent: request.body }));

app.register(mountTools, {
  prefix: '/api/ai',
  server: tools,
  principal: ({ user }) => ({ id: user }),
});
