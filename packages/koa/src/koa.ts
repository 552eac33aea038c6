import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import {
  type ContextEntry,
  contextValues,
  type HostBody,
  type HttpResponse,
  noContextValues,
  type UniversalHandler,
} from '@toolwire/core';
import { bodyLeftBy, bodyProblemOf, isStillSending, NodeRequest, refuseBody, writeResponse } from '@toolwire/node';

/** A context as Koa 2 and 3 both hand it over, whatever the app has put on it. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** With a `body` once a parser has read it; Koa's own typings do not know of that. */
  readonly request: object;
  status: number;
  body: unknown;
  respond?: boolean | undefined;
  set(name: string, value: string): void;
}

/** Koa middleware. */
export type KoaMiddleware<Context> = (context: Context, next: () => Promise<unknown>) => Promise<void>;

/** How the tools meet the app. */
export interface KoaOptions<Context> {
  /** What to hand to tools along with each request, such as `context.state.user`. */
  readonly context?: (context: Context) => readonly ContextEntry[];
}

/** Mounts tools in a Koa app: `app.use(mount('/ai', mountTools(server)))`. What is not for the tools goes on to the app. */
export function mountTools<Context extends KoaContext = KoaContext>(
  server: { readonly handle: UniversalHandler },
  options: KoaOptions<Context> = {},
): KoaMiddleware<Context> {
  return async (context, next) => {
    const values = options.context === undefined ? noContextValues : contextValues(options.context(context));
    const parsedBody = (): HostBody | undefined =>
      bodyLeftBy(context.req, (context.request as { readonly body?: unknown }).body);
    const answer = await server.handle(new NodeRequest(context.req, context.res, { values, parsedBody }));
    await (answer === undefined ? next() : send(answer, context));
  };
}

/**
 * Answers for the tools when a parser behind it refuses a body: `app.use(mount('/ai', answerBodyErrors(server)))`, in
 * front of the parser. All other errors go on to the app.
 */
export function answerBodyErrors<Context extends KoaContext = KoaContext>(server: {
  readonly handle: UniversalHandler;
}): KoaMiddleware<Context> {
  return async (context, next) => {
    // As it is now: koa-mount puts the whole address back for what comes next.
    const { url } = context.req;
    try {
      await next();
    } catch (error) {
      const problem = bodyProblemOf(error);
      if (problem === undefined) throw error;
      const answer = await refuseBody(server, { problem, request: context.req, response: context.res, url });
      if (answer === undefined) throw error;
      await send(answer, context);
    }
  };
}

async function send(answer: HttpResponse, context: KoaContext): Promise<void> {
  const { req, res } = context;
  if (res.destroyed || isStillSending(req)) {
    // Koa would write to a caller who is gone, and leave unread what one is still sending.
    context.respond = false;
    await writeResponse(answer, req, res);
    return;
  }
  // Koa forgets the status and some headers with a body of null, so that comes first.
  if (answer.body === undefined) context.body = null;
  context.status = answer.status;
  for (const name in answer.headers) {
    if (name === 'content-type' || !res.hasHeader(name)) context.set(name, answer.headers[name] as string);
  }
  if (answer.body !== undefined) context.body = koaBody(answer.body, res);
}

function koaBody(body: NonNullable<HttpResponse['body']>, response: ServerResponse): string | Buffer | Readable {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Koa 2 would leave the caller of a stream that has failed waiting for ever.
  return Readable.from(body).once('error', () => response.destroy());
}
