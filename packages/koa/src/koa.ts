import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { type ContextEntry, contextValues, type HostBody, noContextValues, type UniversalHandler } from '@toolwire/core';
import { bodyLeftBy, isStillSending, NodeRequest, writeResponse } from '@toolwire/node';

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
    if (answer === undefined) {
      await next();
      return;
    }
    // Set in any case: Koa's own idea of a status is 404 until somebody says otherwise.
    context.status = answer.status;
    if (isStillSending(context.req)) {
      // What the caller is still sending must be read for a moment, which Koa's own answer would not do.
      context.respond = false;
      await writeResponse(answer, context.req, context.res);
      return;
    }
    for (const name in answer.headers) {
      if (!context.res.hasHeader(name)) context.set(name, answer.headers[name] as string);
    }
    context.body = koaBody(answer.body);
  };
}

function koaBody(body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined): unknown {
  if (body === undefined || typeof body === 'string') return body ?? null;
  return body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : Readable.from(body);
}
