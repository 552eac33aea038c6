import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyProblem, ContextEntry, UniversalHandler } from '@toolwire/core';
import { bodyLeftBy, createNodeHandler } from '@toolwire/node';

/** A request as Express 4 and 5 both hand it over, whatever the app has put on it. */
export interface ExpressRequest extends IncomingMessage {
  readonly body?: unknown;
}

/** Goes on with the app: with an error to its error handlers, or to what comes next. */
export type ExpressNext = (error?: unknown) => void;

/** Express middleware. */
export type ExpressHandler = (request: ExpressRequest, response: ServerResponse, next: ExpressNext) => void;

/** Express error middleware. */
export type ExpressErrorHandler = (error: unknown, request: ExpressRequest, response: ServerResponse, next: ExpressNext) => void;

/** How the tools meet the app. */
export interface ExpressOptions<Request> {
  /** What to hand to tools along with each request, such as `request.user`. */
  readonly context?: (request: Request) => readonly ContextEntry[];
}

/** Both parts of a mount, in the shape that `app.use(path, …)` takes. */
export type ExpressMount = [ExpressHandler, ExpressErrorHandler];

/**
 * Mounts tools in an Express app: `app.use('/ai', mountTools(server))`. What is not for the tools goes on to the app.
 * Only `context` sees the app's own type of request: what `app.use` takes must take every request.
 */
export function mountTools<Request extends ExpressRequest = ExpressRequest>(
  server: { readonly handle: UniversalHandler },
  options: ExpressOptions<Request> = {},
): ExpressMount {
  const context = options.context as ((request: IncomingMessage) => readonly ContextEntry[]) | undefined;
  const handle = createNodeHandler(server, {
    ...(context === undefined ? {} : { context }),
    parsedBody: (request) => bodyLeftBy(request, (request as ExpressRequest).body),
  });
  return [
    (request, response, next) => {
      // Express 4 loses a rejected promise, and the request hangs; so neither way through is left to it.
      handle(request, response).then((handled) => (handled ? undefined : next()), next);
    },
    (error, request, response, next) => {
      const problem = bodyProblem(error);
      if (problem === undefined || response.headersSent) return next(error);
      // No tool will run, and what `context` reads may not be there: the parser failed before the app's sign-in.
      const answer = createNodeHandler(server, { parsedBody: () => ({ kind: 'unreadable', problem }) });
      answer(request, response).then((handled) => (handled ? undefined : next(error)), next);
    },
  ];
}

// The types that Express' own body parsers put on their errors.
const problemOfType: Readonly<Record<string, BodyProblem>> = {
  'entity.parse.failed': 'not_json',
  'entity.verify.failed': 'not_json',
  'entity.too.large': 'too_large',
  'encoding.unsupported': 'media_type',
  'charset.unsupported': 'media_type',
  'request.aborted': 'interrupted',
  'request.size.invalid': 'interrupted',
};

function bodyProblem(error: unknown): BodyProblem | undefined {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  return typeof type === 'string' && Object.hasOwn(problemOfType, type) ? problemOfType[type] : undefined;
}
