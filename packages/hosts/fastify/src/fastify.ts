import type { IncomingMessage } from 'node:http';
import { isPromise } from '@toolwire/core';
import {
  type HostedServer,
  type HttpResponse,
  type Mounted,
  type MountOptions,
  mountReader,
} from '@toolwire/core/wire';
import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { createStallGuard, NodeRequest, originForm, rawHeader, refuseBody } from '@toolwire/node';
import type { FastifyInstance, FastifyReply, FastifyRequest, RegisterOptions } from 'fastify';
import { sendAnswer } from './send-answer.ts';

/** What a plugin serves, and how the tools meet the app. */
export interface FastifyToolsOptions extends MountOptions<FastifyRequest> {
  /** The tools: what `toolwire()` or `createToolServer()` returns. */
  readonly server: HostedServer & { readonly paths: readonly string[] };
}

/** With those that Fastify reads by itself. */
const optionNames: NamesOf<FastifyToolsOptions & RegisterOptions> = {
  server: true,
  principal: true,
  values: true,
  prefix: true,
  logLevel: true,
  logSerializers: true,
};

/** Registers tools in a Fastify app: `app.register(mountTools, { prefix: '/ai', server })`. Nothing outside the plugin is touched. */
export async function mountTools(app: FastifyInstance, options: FastifyToolsOptions): Promise<void> {
  if (typeof (app as Partial<FastifyInstance>).register !== 'function') {
    throw new StartUpError(
      'TW_ARGUMENTS',
      "mountTools is a plugin: app.register(mountTools, { prefix: '/ai', server })",
    );
  }
  checkNames('mountTools()', options, optionNames);
  const { server } = options;
  const readMounted = mountReader(server, options, { headerOf: ({ raw }, name) => rawHeader(raw, name) });
  const stalls = createStallGuard(server.writeStallMs);
  const prefix = app.prefix.replace(/\/$/, '');
  const urlOf = ({ raw }: FastifyRequest): string => originForm(raw.url ?? '/').slice(prefix.length);

  // Bodies are left unread for the server's own rules; outside this plugin the app's parsers stay as they are.
  app.removeAllContentTypeParsers();
  const replacements = new WeakMap<FastifyRequest, IncomingMessage>();
  // In most apps none ever is, and then no request has to be looked up.
  let areReplaced = false;
  // JSON by name too: Fastify remembers the parser of a type that is named, and looks for that of all others every time.
  app.addContentTypeParser(['application/json', '*'], (request, payload, done) => {
    // A hook of the app has read the request itself, and put something in its place.
    if (payload !== request.raw) {
      areReplaced = true;
      replacements.set(request, payload);
    }
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

  const serve = (
    request: FastifyRequest,
    reply: FastifyReply,
    { caller, values }: Mounted,
  ): FastifyReply | Promise<FastifyReply> => {
    const known = { caller, values, url: urlOf(request), stream: areReplaced ? replacements.get(request) : undefined };
    stalls.watch(request.raw.socket);
    const finish = (answer: HttpResponse | undefined): FastifyReply | Promise<FastifyReply> => {
      if (answer !== undefined) return sendAnswer(answer, request, reply);
      reply.callNotFound();
      return reply;
    };
    const answering = server.handle(new NodeRequest(request.raw, reply.raw, known));
    return isPromise(answering) ? answering.then(finish) : finish(answering);
  };
  const readAndServe = (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const mounted = readMounted(request);
    return isPromise(mounted) ? mounted.then((late) => serve(request, reply, late)) : serve(request, reply, mounted);
  };
  for (const path of server.paths) {
    app.all(path, readAndServe);
    app.all(`${path}/`, readAndServe);
  }
}
