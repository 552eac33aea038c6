import { headersOverHost } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { frameworkBody, headersOf, isStillSending, writeResponse } from '@toolwire/node/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a response through Fastify, so that the app's `onSend` hooks run. */
export function sendResponse(
  answer: HttpResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (reply.raw.destroyed || isStillSending(request.raw)) return sendRaw(answer, request, reply);
  const { status, body } = answer;
  reply.headers(headersOverHost(headersOf(answer, request.raw), (name) => reply.getHeader(name)));
  // Otherwise Fastify adds a charset to JSON, except for HEAD.
  reply.code(status).serializer(unchanged);
  return reply.send(body === undefined ? undefined : frameworkBody(body));
}

function unchanged(body: string): string {
  return body;
}

// Fastify would write to a disconnected caller, and not read the rest of a request.
async function sendRaw(answer: HttpResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await writeResponse(answer, request.raw, reply.raw);
  return reply;
}
