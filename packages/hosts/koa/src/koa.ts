import type { IncomingMessage, ServerResponse } from 'node:http';
import { createContextReader, expectHostedServer, headersOverHost } from '@toolwire/core/internal';
import type { HostBody, HostedServer, HttpResponse, MountOptions } from '@toolwire/core/wire';
import { checkMountNames, type NamesOf } from '@toolwire/internal';
import {
  bodyLeftBy,
  bodyProblemOf,
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

/** Options of `mountTools()`. */
export type KoaOptions<Context> = MountOptions<Context>;

const optionNames: NamesOf<KoaOptions<never>> = { principal: true, values: true };

/** Mounts tools in a Koa app: `app.use(mount('/ai', mountTools(server)))`. Requests for other routes continue to the app. */
export function mountTools<Context extends KoaContext = KoaContext>(
  server: HostedServer,
  options: KoaOptions<Context> = {},
): KoaMiddleware<Context> {
  checkMountNames('mountTools()', options, optionNames);
  const readContext = createContextReader(server, options, { headerOf: ({ req }, name) => rawHeader(req, name) });
  const stalls = createStallGuard(server.writeStallMs);
  return async (context, next) => {
    const { req, res, request } = context;
    const mounted = await readContext(context, req.method, originForm(req.url ?? '/'));
    if (mounted === undefined) return void (await next());
    const { caller, values } = mounted;
    const parsedBody = (): HostBody | undefined => bodyLeftBy(req, (request as { readonly body?: unknown }).body);
    const answer = await server.handle(new NodeRequest(req, res, { caller, values, parsedBody }));
    if (answer === undefined) return void (await next());
    stalls.watch(req.socket);
    await sendResponse(answer, context);
  };
}

/** A context of Koa 2 or 3. */
interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Has a `body` after a parser has read it; Koa's types don't include it. */
  readonly request: object;
  status: number;
  body: unknown;
  respond?: boolean | undefined;
  set(name: string, value: string): void;
}

/** Koa middleware. */
export type KoaMiddleware<Context> = (context: Context, next: () => Promise<unknown>) => Promise<void>;

/** Sets the response in Koa, so that earlier middleware sees it. */
async function sendResponse(answer: HttpResponse, context: KoaContext): Promise<void> {
  const { req, res } = context;
  if (res.destroyed || isStillSending(req)) {
    // Koa would write to a disconnected caller, and not read the rest of a request.
    context.respond = false;
    await writeResponse(answer, req, res);
    return;
  }
  // A null body resets the status and some headers, so it is set first.
  if (answer.body === undefined) context.body = null;
  context.status = answer.status;
  const headers = headersOverHost(headersOf(answer, req), (name) => res.getHeader(name));
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
  if (answer.body === undefined) return;
  const body = frameworkBody(answer.body);
  // Koa 2 never ends the response of a failed stream.
  if (typeof body === 'object' && 'pipe' in body) body.once('error', () => res.destroy());
  context.body = body;
}

/**
 * Responds for the tools when a later parser refuses a body: `app.use(mount('/ai', answerBodyErrors(server)))`, before the parser. All
 * other errors continue to the app.
 */
export function answerBodyErrors<Context extends KoaContext = KoaContext>(
  server: HostedServer,
): KoaMiddleware<Context> {
  expectHostedServer(server);
  return async (context, next) => {
    const { req: request, res: response } = context;
    // Read now, because koa-mount restores the full URL afterwards.
    const { url } = request;
    try {
      await next();
    } catch (error) {
      const problem = bodyProblemOf(error);
      const answer = problem && (await refuseBody(server, { problem, request, response, url }));
      if (answer === undefined) throw error;
      await sendResponse(answer, context);
    }
  };
}
