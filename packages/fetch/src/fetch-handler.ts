import {
  type BodyProblem,
  type ContextEntry,
  contextValues,
  type HostBody,
  type HostContext,
  type HostedServer,
  isPromise,
  valuesReader,
} from '@toolwire/core';
import { FetchRequest } from './fetch-request.ts';
import { toResponse } from './to-response.ts';

/** Where the tools are mounted. */
export interface FetchHandlerOptions {
  /** The path in front of every route, such as `/api/ai`; what is not below it is not for the tools. */
  readonly basePath?: string;
  /** What to hand to tools along with each request, such as the signed-in user. */
  readonly context?: HostContext<Request>;
}

/** What the host knows about one request. */
export interface FetchRequestOptions {
  /** What to hand to tools along with this request, besides what the handler's own `context` says. */
  readonly context?: readonly ContextEntry[];
  /** The body, when something in front has read and parsed it already. */
  readonly body?: unknown;
  /** Why there is no such body, when something in front has failed to read it: only refusals are answered then. */
  readonly problem?: BodyProblem;
  /** Headers that the host has set already: they are kept, and stand before the tools' own. */
  readonly headers?: Headers;
}

/** Answers a request, or `undefined` when it is not for the tools. */
export type FetchHandler = (request: Request, options?: FetchRequestOptions) => Promise<Response | undefined>;

/** Makes a handler for apps that go on with what is not for the tools. */
export function createFetchHandler(
  server: HostedServer,
  { basePath = '', context }: FetchHandlerOptions = {},
): FetchHandler {
  const readValues = valuesReader(server, context);
  const base = basePath.replace(/\/+$/, '');
  return async (request, { context: more, body, problem, headers } = {}) => {
    const [path, query] = splitUrl(request.url);
    if (!path.startsWith(`${base}/`)) return undefined;
    // With a problem no tool runs, and what `context` reads may not be there yet.
    const reading = problem === undefined ? readValues(request, more) : contextValues(more ?? []);
    const values = isPromise(reading) ? await reading : reading;
    const left = hostBody(body, problem);
    const answer = await server.handle(new FetchRequest(request, path.slice(base.length), query, values, left));
    // What the host has behind its parser, such as its sign-in, has not been asked.
    if (answer === undefined || (problem !== undefined && answer.status < 400)) return undefined;
    return toResponse(answer, headers);
  };
}

/** Makes a function that answers every request, with a 404 for what is not for the tools: a whole worker or route handler. */
export function createFetch(
  server: HostedServer,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const handle = createFetchHandler(server, options);
  return async (request) =>
    (await handle(request)) ?? Response.json({ message: 'There is nothing at this address' }, { status: 404 });
}

// Cut, not parsed: what the host left of the path is compared as it is.
function splitUrl(url: string): readonly [path: string, query: string] {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const target = start === -1 ? '/' : url.slice(start);
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function hostBody(value: unknown, problem: BodyProblem | undefined): HostBody | undefined {
  if (problem !== undefined) return { kind: 'unreadable', problem };
  return value === undefined ? undefined : { kind: 'parsed', value };
}
