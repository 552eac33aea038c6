import type { IncomingMessage } from 'node:http';
import { createContextReader, headersOverHost } from '@toolwire/core/internal';
import type { HostedServer, HttpResponse, MountOptions } from '@toolwire/core/wire';
import { checkMountNames, type NamesOf, own, StartupError } from '@toolwire/internal';
import {
  createStallGuard,
  frameworkBody,
  headersOf,
  isStillSending,
  NodeRequest,
  originForm,
  rawHeader,
  refuseBody,
  writeResponse,
} from '@toolwire/node/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest, RegisterOptions } from 'fastify';
import { withRequest } from './call-route.ts';

/** Options of the plugin. */
export interface FastifyToolsOptions extends MountOptions<FastifyRequest> {
  /** The tools: what `toolwire()` or `createToolServer()` returns. */
  readonly server: HostedServer & { readonly paths: readonly string[] };
}

/** The names of the options, with the options of Fastify. */
const optionNames: NamesOf<FastifyToolsOptions & RegisterOptions> = {
  server: true,
  principal: true,
  values: true,
  prefix: true,
  logLevel: true,
  logSerializers: true,
};

/** Registers tools in a Fastify app: `app.register(mountTools, { prefix: '/ai', server })`. The rest of the app does not change. */
export async function mountTools(app: FastifyInstance, options: FastifyToolsOptions): Promise<void> {
  const isPlugin = typeof (app as Partial<FastifyInstance>).register === 'function';
  // A direct call with only an app has no options.
  if (!isPlugin || (options as FastifyToolsOptions | undefined) === undefined) {
    throw new StartupError(
      'TW_ARGUMENTS',
      "mountTools is a plugin: app.register(mountTools, { prefix: '/ai', server })",
    );
  }
  checkMountNames('mountTools()', options, optionNames, 'Pass it as an option: app.register(mountTools, { server }).');
  const { server } = options;
  const readContext = createContextReader(server, options, { headerOf: ({ raw }, name) => rawHeader(raw, name) });
  const stalls = createStallGuard(server.writeStallMs);
  const segments = app.prefix.replace(/\/$/, '').split('/').length - 1;
  const urlOf = ({ raw }: FastifyRequest): string => withoutSegments(originForm(raw.url ?? '/'), segments);

  const replacedStream = leaveBodiesUnread(app);
  // An invalid media type never reaches a parser. All other errors belong to the app.
  app.setErrorHandler(async (error, request, reply) => {
    if ((error as { code?: unknown }).code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
    const refused = { problem: 'media_type', request: request.raw, response: reply.raw, url: urlOf(request) } as const;
    const answer = await refuseBody(server, refused);
    if (answer === undefined) throw error;
    return sendResponse(answer, request, reply);
  });

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = urlOf(request);
    const context = await readContext(request, request.method, url);
    const stream = replacedStream(request);
    stalls.watch(request.raw.socket);
    const answer =
      context &&
      (await server.handle(
        new NodeRequest(request.raw, reply.raw, {
          caller: context.caller,
          values: withRequest(context.values, request),
          url,
          stream,
        }),
      ));
    if (answer !== undefined) return sendResponse(answer, request, reply);
    reply.callNotFound();
    return reply;
  };
  const isSlashIgnored = ignoresTrailingSlash(app);
  for (const path of server.paths) {
    app.all(path, serve);
    if (!isSlashIgnored) app.all(`${path}/`, serve);
  }
}

/** A URL without its first segments. By number, because a prefix may have parameters, and a caller may encode its characters. */
function withoutSegments(url: string, segments: number): string {
  let start = 0;
  for (let count = 0; count < segments; count++) start = url.indexOf('/', start + 1);
  return url.slice(start);
}

/** Leaves bodies to the server. Returns a function that finds the stream with which a hook of the app has replaced a body. */
function leaveBodiesUnread(app: FastifyInstance): (request: FastifyRequest) => IncomingMessage | undefined {
  // The parsers of the app don't change.
  app.removeAllContentTypeParsers();
  const replacements = new WeakMap<FastifyRequest, IncomingMessage>();
  // Most apps never do this, and then no lookup is needed.
  let areReplaced = false;
  // JSON explicitly too, because Fastify caches only parsers of named types.
  app.addContentTypeParser(['application/json', '*'], (request, payload, done) => {
    if (payload !== request.raw) {
      areReplaced = true;
      replacements.set(request, payload);
    }
    done(null);
  });
  return (request) => (areReplaced ? replacements.get(request) : undefined);
}

function ignoresTrailingSlash({ initialConfig }: FastifyInstance): boolean {
  return [initialConfig, own(initialConfig, 'routerOptions')].some(
    (settings) => own(settings, 'ignoreTrailingSlash') === true,
  );
}

/** Sends a response through Fastify, so that the app's `onSend` hooks run. */
function sendResponse(
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
