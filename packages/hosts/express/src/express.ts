import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostedServer, MountOptions } from '@toolwire/core/wire';
import { checkMountNames, type NamesOf } from '@toolwire/internal';
import { bodyLeftBy, bodyProblemOf, createAdapterHandler, refuseBody, writeResponse } from '@toolwire/node/internal';

/** A request of Express 4 or 5. */
export interface ExpressRequest extends IncomingMessage {
  readonly body?: unknown;
}

/** Continues with the next handler, or with the error handlers. */
type ExpressNext = (error?: unknown) => void;

/** Express middleware. */
type ExpressHandler = (request: ExpressRequest, response: ServerResponse, next: ExpressNext) => void;

/** Express error middleware. */
type ExpressErrorHandler = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: ExpressNext,
) => void;

/** Options of `mountTools()`. */
export type ExpressOptions<Request> = MountOptions<Request>;

/** The handlers for `app.use(path, …)`. */
export type ExpressMount = [ExpressHandler, ExpressErrorHandler];

const optionNames: NamesOf<ExpressOptions<never>> = { principal: true, values: true };

/**
 * Mounts tools in an Express app: `app.use('/ai', mountTools(server))`. Requests for other routes continue to the app. Only the options
 * have the app's request type, because handlers for `app.use` must accept every request.
 */
export function mountTools<Request extends ExpressRequest = ExpressRequest>(
  server: HostedServer,
  options: ExpressOptions<Request> = {},
): ExpressMount {
  checkMountNames('mountTools()', options, optionNames);
  const handle = createAdapterHandler(server, options as MountOptions<IncomingMessage>, (request) =>
    bodyLeftBy(request, (request as ExpressRequest).body),
  );
  return [
    (request, response, next) => {
      // Express 4 ignores a returned promise, so a rejection would leave the request without a response.
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
