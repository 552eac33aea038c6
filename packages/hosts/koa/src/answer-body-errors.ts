import { expectHostedServer, type HostedServer } from '@toolwire/core/wire';
import { bodyProblemOf, refuseBody } from '@toolwire/node';
import type { KoaContext, KoaMiddleware } from './koa-context.ts';
import { sendAnswer } from './send-answer.ts';

/**
 * Answers for the tools when a parser behind it refuses a body: `app.use(mount('/ai', answerBodyErrors(server)))`, in
 * front of the parser. All other errors go on to the app.
 */
export function answerBodyErrors<Context extends KoaContext = KoaContext>(
  server: HostedServer,
): KoaMiddleware<Context> {
  expectHostedServer(server);
  return async (context, next) => {
    const { req: request, res: response } = context;
    // As it is now: koa-mount puts the whole address back for what comes next.
    const { url } = request;
    try {
      await next();
    } catch (error) {
      const problem = bodyProblemOf(error);
      const answer = problem && (await refuseBody(server, { problem, request, response, url }));
      if (answer === undefined) throw error;
      await sendAnswer(answer, context);
    }
  };
}
