import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  type ContextEntry,
  contextValues,
  type HttpResponse,
  noContextValues,
  type UniversalHandler,
} from '@toolwire/core';
import { isStillSending, NodeRequest, refuseBody, writeResponse } from '@toolwire/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What a plugin serves, and how the tools meet the app. */
export interface FastifyToolsOptions {
  readonly server: { readonly handle: UniversalHandler; readonly paths: readonly string[] };
  /** What to hand to tools along with each request, such as `request.user`. */
  readonly context?: (request: FastifyRequest) => readonly ContextEntry[];
}

/** Registers tools in a Fastify app: `app.register(mountTools, { prefix: '/ai', server })`. Nothing outside the plugin is touched. */
export async function mountTools(app: FastifyInstance, { server, context }: FastifyToolsOptions): Promise<void> {
  // Bodies are left unread for the server's own rules; outside this plugin the app's parsers stay as they are.
  app.removeAllContentTypeParsers();
  const streams = new WeakMap<FastifyRequest, IncomingMessage>();
  app.addContentTypeParser('*', (request, payload, done) => {
    // The request itself, unless a hook of the app has read that and put something in its place.
    streams.set(request, payload);
    done(null);
  });
  // A type that is none never gets as far as a parser. All other errors are the app's own.
  app.setErrorHandler(async (error, request, reply) => {
    if ((error as { code?: unknown }).code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
    const refused = { problem: 'media_type', request: request.raw, response: reply.raw, url: urlOf(request) } as const;
    const answer = await refuseBody(server, refused);
    if (answer === undefined) throw error;
    return send(answer, request, reply);
  });

  const prefix = app.prefix.replace(/\/$/, '');
  const urlOf = ({ raw }: FastifyRequest): string => (raw.url ?? '/').slice(prefix.length);
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const values = context === undefined ? noContextValues : contextValues(context(request));
    const options = { values, url: urlOf(request), stream: streams.get(request) };
    const answer = await server.handle(new NodeRequest(request.raw, reply.raw, options));
    if (answer !== undefined) return send(answer, request, reply);
    reply.callNotFound();
    return reply;
  };

  for (const path of server.paths) {
    app.all(path, serve);
    app.all(`${path}/`, serve);
  }
}

function send(
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
  if (body === undefined || typeof body === 'string') return reply.send(body);
  return reply.send(
    body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : Readable.from(body),
  );
}

function asItIs(body: string): string {
  return body;
}

// Fastify would write to a caller who is gone, and leave unread what one is still sending.
async function sendRaw(response: HttpResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await writeResponse(response, request.raw, reply.raw);
  return reply;
}
