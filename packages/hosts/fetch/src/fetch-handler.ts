import { isPromise } from '@toolwire/core';
import {
  type BodyProblem,
  type HostBody,
  type HostedServer,
  type MountedWith,
  type MountOptions,
  mountReader,
} from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { FetchRequest } from './fetch-request.ts';
import { toResponse } from './to-response.ts';

/** Where the tools are mounted. */
export interface FetchHandlerOptions extends MountOptions<Request> {
  /** The path in front of every route, such as `/api/ai`; requests that are not below it are for the app. */
  readonly basePath?: string | undefined;
}

/** What the host knows about one request; `principal` says who makes it, and `undefined` that nobody is signed in. */
export interface FetchRequestOptions extends MountedWith {
  /** The body, when something in front has read and parsed it already. */
  readonly body?: unknown;
  /** Why there is no such body, when something in front has failed to read it: only refusals are answered then. */
  readonly problem?: BodyProblem | undefined;
  /** Headers that the host has set already: they are kept, and stand before the tools' own. */
  readonly headers?: Headers | undefined;
}

/** Answers a request, or `undefined` when it is for another route. */
export type FetchHandler = (request: Request, options?: FetchRequestOptions) => Promise<Response | undefined>;

const requestNames: NamesOf<FetchRequestOptions> = {
  principal: true,
  values: true,
  body: true,
  problem: true,
  headers: true,
};

const optionNames: NamesOf<FetchHandlerOptions> = { basePath: true, principal: true, values: true };

/** Makes a handler for apps that go on with requests for other routes. */
export function createFetchHandler(server: HostedServer, options: FetchHandlerOptions = {}): FetchHandler {
  checkNames('createFetchHandler()', options, optionNames);
  const { basePath = '' } = options;
  const readMounted = mountReader(server, options, {
    headerOf: ({ headers }, name) => headers.get(name) ?? undefined,
  });
  const readUnasked = mountReader<Request>(server);
  const base = basePath.replace(/\/+$/, '');
  return async (request, more = noMore) => {
    if (more !== noMore) {
      checkNames('The options of a request', more, requestNames);
    }
    const { body, problem, headers } = more;
    const [path, query] = splitUrl(request.url);
    if (!path.startsWith(`${base}/`)) return undefined;
    // With a problem no tool runs, and what the options read may not be there yet.
    const reading = (problem === undefined ? readMounted : readUnasked)(request, more);
    const mounted = isPromise(reading) ? await reading : reading;
    const left = hostBody(body, problem);
    const answer = await server.handle(new FetchRequest(request, path.slice(base.length), query, mounted, left));
    // What the host has behind its parser, such as its sign-in, has not been asked.
    if (answer === undefined || (problem !== undefined && answer.status < 400)) return undefined;
    return toResponse(answer, headers);
  };
}

/** Makes a function that answers every request, with a 404 for requests for other routes: a whole worker or route handler. */
export function createFetch(
  server: HostedServer,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const handle = createFetchHandler(server, options);
  return async (request) =>
    (await handle(request)) ?? Response.json({ message: 'There is nothing at this address' }, { status: 404 });
}

const noMore: FetchRequestOptions = {};

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
