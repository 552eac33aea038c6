import { Readable } from 'node:stream';
import { type ContextEntry, contextValues, type HttpResponse, noContextValues, type UniversalHandler } from '@toolwire/core';
import { isStillSending, NodeRequest, writeResponse } from '@toolwire/node';
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
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const values = context === undefined ? noContextValues : contextValues(context(request));
    const url = (request.raw.url ?? '/').slice(app.prefix.length);
    const response = await server.handle(new NodeRequest(request.raw, reply.raw, { values, url }));
    if (response === undefined) {
      reply.callNotFound();
      return reply;
    }
    return isStillSending(request.raw) ? sendRaw(response, request, reply) : send(response, reply);
  };

  for (const path of server.paths) {
    app.all(path, answer);
    app.all(`${path}/`, answer);
  }
}

function send({ status, headers, body }: HttpResponse, reply: FastifyReply): FastifyReply {
  for (const name in headers) {
    if (!reply.hasHeader(name)) reply.header(name, headers[name]);
  }
  reply.code(status);
  if (body === undefined || typeof body === 'string') return reply.send(body);
  return reply.send(body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : Readable.from(body));
}

// What the caller is still sending must be read for a moment, which Fastify's own answer would not do.
async function sendRaw(response: HttpResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await writeResponse(response, request.raw, reply.raw);
  return reply;
}
