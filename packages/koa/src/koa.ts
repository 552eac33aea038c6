import { type HostBody, type HostContext, type HostedServer, isPromise, valuesReader } from '@toolwire/core';
import { bodyLeftBy, NodeRequest } from '@toolwire/node';
import type { KoaContext, KoaMiddleware } from './koa-context.ts';
import { sendAnswer } from './send-answer.ts';

/** How the tools meet the app. */
export interface KoaOptions<Context> {
  /** What to hand to tools along with each request, such as `context.state.user`. */
  readonly context?: HostContext<Context>;
}

/** Mounts tools in a Koa app: `app.use(mount('/ai', mountTools(server)))`. What is not for the tools goes on to the app. */
export function mountTools<Context extends KoaContext = KoaContext>(
  server: HostedServer,
  options: KoaOptions<Context> = {},
): KoaMiddleware<Context> {
  const readValues = valuesReader(server, options.context);
  return async (context, next) => {
    const { req, res, request } = context;
    const reading = readValues(context);
    const values = isPromise(reading) ? await reading : reading;
    const parsedBody = (): HostBody | undefined => bodyLeftBy(req, (request as { readonly body?: unknown }).body);
    const answer = await server.handle(new NodeRequest(req, res, { values, parsedBody }));
    await (answer === undefined ? next() : sendAnswer(answer, context));
  };
}
