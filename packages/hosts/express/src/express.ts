import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostedServer, MountOptions } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { bodyLeftBy, bodyProblemOf, createNodeHandler, refuseBody, writeResponse } from '@toolwire/node';

/** A request as Express 4 and 5 both hand it over, whatever the app has put on it. */
export interface ExpressRequest extends IncomingMessage {
  readonly body?: unknown;
}

/** Goes on with the app: with an error to its error handlers, or to what comes next. */
export type ExpressNext = (error?: unknown) => void;

/** Express middleware. */
export type ExpressHandler = (request: ExpressRequest, response: ServerResponse, next: ExpressNext) => void;

/** Express error middleware. */
export type ExpressErrorHandler = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: ExpressNext,
) => void;

/** How the tools meet the app. */
export type ExpressOptions<Request> = MountOptions<Request>;

/** Both parts of a mount, in the shape that `app.use(path, …)` takes. */
export type ExpressMount = [ExpressHandler, ExpressErrorHandler];

const optionNames: NamesOf<ExpressOptions<never>> = { principal: true, values: true };

/**
 * Mounts tools in an Express app: `app.use('/ai', mountTools(server))`. Requests for other routes go on to the app.
 * Only the options see the app's own type of request: what `app.use` takes must take every request.
 */
export function mountTools<Request extends ExpressRequest = ExpressRequest>(
  server: HostedServer,
  options: ExpressOptions<Request> = {},
): ExpressMount {
  checkNames('mountTools()', options, optionNames);
  const handle = createNodeHandler(server, {
    ...(options as MountOptions<IncomingMessage>),
    parsedBody: (request) => bodyLeftBy(request, (request as ExpressRequest).body),
  });
  return [
    (request, response, next) => {
      // Express 4 loses a rejected promise, and the request hangs; so neither way through is left to it.
      handle(request, response).then((handled) => (handled ? undefined : next()), next);
    },
    (error, request, response, next) => {
      const problem = bodyProblemOf(error);
      if (problem === undefined || response.headersSent) return next(error);
      refuseBody(server, { problem, request, response })
        .then((answer) => (answer === undefined ? next(error) : writeResponse(answer, request, response)))
        .catch(next);
    },
  ];
}
