import { isPromise } from '@toolwire/core';
import { type HostBody, type HostedServer, type MountOptions, mountReader } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { bodyLeftBy, createStallGuard, NodeRequest, rawHeader } from '@toolwire/node';
import type { KoaContext, KoaMiddleware } from './koa-context.ts';
import { sendAnswer } from './send-answer.ts';

/** How the tools meet the app. */
export type KoaOptions<Context> = MountOptions<Context>;

const optionNames: NamesOf<KoaOptions<never>> = { principal: true, values: true };

/** Mounts tools in a Koa app: `app.use(mount('/ai', mountTools(server)))`. Requests for other routes go on to the app. */
export function mountTools<Context extends KoaContext = KoaContext>(
  server: HostedServer,
  options: KoaOptions<Context> = {},
): KoaMiddleware<Context> {
  checkNames('mountTools()', options, optionNames);
  const readMounted = mountReader(server, options, { headerOf: ({ req }, name) => rawHeader(req, name) });
  const stalls = createStallGuard(server.writeStallMs);
  return async (context, next) => {
    const { req, res, request } = context;
    const reading = readMounted(context);
    const { caller, values } = isPromise(reading) ? await reading : reading;
    const parsedBody = (): HostBody | undefined => bodyLeftBy(req, (request as { readonly body?: unknown }).body);
    const answer = await server.handle(new NodeRequest(req, res, { caller, values, parsedBody }));
    if (answer === undefined) return void (await next());
    stalls.watch(req.socket);
    await sendAnswer(answer, context);
  };
}
