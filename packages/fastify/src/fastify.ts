import type { IncomingMessage } from 'node:http';
import { type ContextEntry, contextValues, noContextValues, type UniversalHandler } from '@toolwire/core';
import { NodeRequest, refuseBody } from '@toolwire/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer } from './send-answer.ts';

/** What a plugin serves, and how the tools meet the app. */
export interface FastifyToolsOptions {
  readonly server: { readonly handle: UniversalHandler; readonly paths: readonly string[] };
  /** What to hand to tools along with each request, such as `request.user`. */
  readonly context?: (request: FastifyRequest) => readonly ContextEntry[];
}

/** Registers tools in a Fastify app: `app.register(mountTools, { prefix: '/ai', server })`. Nothing outside the plugin is touched. */
export async function mountTools(app: FastifyInstance, { server, context }: FastifyToolsOptions): Promise<void> {
  const prefix = app.prefix.replace(/\/$/, '');
  const urlOf = ({ raw }: FastifyRequest): string => (raw.url ?? '/').slice(prefix.length);

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
    return sendAnswer(answer, request, reply);
  });

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const values = context === undefined ? noContextValues : contextValues(context(request));
    const options = { values, url: urlOf(request), stream: streams.get(request) };
    const answer = await server.handle(new NodeRequest(request.raw, reply.raw, options));
    if (answer !== undefined) return sendAnswer(answer, request, reply);
    reply.callNotFound();
    return reply;
  };
  for (const path of server.paths) {
    app.all(path, serve);
    app.all(`${path}/`, serve);
  }
}
