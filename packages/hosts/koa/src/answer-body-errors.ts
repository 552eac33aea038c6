import { expectHostedServer } from '@toolwire/core/internal';
import type { HostedServer } from '@toolwire/core/wire';
import { bodyProblemOf, refuseBody } from '@toolwire/node/internal';
import { type KoaContext, type KoaMiddleware, sendResponse } from './koa.ts';

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
