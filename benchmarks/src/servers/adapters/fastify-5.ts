import { mountTools } from '@toolwire/fastify';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { announce } from '../announce.ts';
import { watchTaking } from '../by-hand/checked-server.ts';
import { type Answer, answerCall, answerHeaders, answerUnreadable } from './hand-written-call.ts';
import { readSide } from './side.ts';
import { calculatorServer } from './tool-server.ts';

const app = Fastify();
if (readSide(process.argv[2]) === 'hand-written') app.register(addRoute, { prefix: '/ai' });
else app.register(mountTools, { prefix: '/ai', server: calculatorServer() });

async function addRoute(plugin: FastifyInstance): Promise<void> {
  plugin.post('/tools/call', async (request, reply) => {
    watchTaking(request.raw.socket);
    return prepare(reply, await answerCall(request.raw, request.body));
  });
  plugin.setErrorHandler(async (_error, _request, reply) => prepare(reply, answerUnreadable()));
}

// Returned by the handler, which is faster than to send it.
function prepare(reply: FastifyReply, { status, text }: Answer): string {
  // Or Fastify would add a charset to the type.
  reply.code(status).headers(answerHeaders).serializer(asItIs);
  return text;
}

function asItIs(text: string): string {
  return text;
}

await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address());
