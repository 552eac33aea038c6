import type { HttpResponse } from '@toolwire/core/wire';
import { frameworkBody, isStillSending, writeResponse } from '@toolwire/node';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Hands an answer to Fastify, so that the app's `onSend` hooks see it. */
export function sendAnswer(
  answer: HttpResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (reply.raw.destroyed || isStillSending(request.raw)) return sendRaw(answer, request, reply);
  const { status, headers, body } = answer;
  for (const name in headers) {
    if (name === 'content-type' || !reply.hasHeader(name)) reply.header(name, headers[name]);
  }
  // Or Fastify would add a charset to the type of JSON, though not on HEAD.
  reply.code(status).serializer(asItIs);
  return reply.send(body === undefined ? undefined : frameworkBody(body));
}

function asItIs(body: string): string {
  return body;
}

// Fastify would write to a caller who is gone, and leave unread what one is still sending.
async function sendRaw(answer: HttpResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await writeResponse(answer, request.raw, reply.raw);
  return reply;
}
