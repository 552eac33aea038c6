import {
  createContextReader,
  headersOverHost,
  type RequestContextOptions,
  readBasePath,
} from '@toolwire/core/internal';
import type { BodyProblem, HostBody, HostedServer, HttpResponse, MountOptions } from '@toolwire/core/wire';
import { checkMountNames, checkNames, type NamesOf } from '@toolwire/internal';
import { FetchRequest } from './fetch-request.ts';

/** Options of a fetch handler. */
export interface FetchHandlerOptions extends MountOptions<Request> {
  /** The path before every route, such as `/api/ai`. Other requests continue to the app. */
  readonly basePath?: string | undefined;
}

/** Options of one request. `principal: undefined` means that no user is signed in. */
export interface FetchRequestOptions extends RequestContextOptions {
  /** The body, if a parser has read it. */
  readonly body?: unknown;
  /** Why a parser failed to read the body. The response is then a refusal. */
  readonly problem?: BodyProblem | undefined;
  /** Headers that the framework has set. They win over headers of the tools, except `content-type`; `vary` is joined. */
  readonly headers?: Headers | undefined;
}

/** Resolves to the response, or to `undefined` for another route. */
export type FetchHandler = (request: Request, options?: FetchRequestOptions) => Promise<Response | undefined>;

const requestNames: NamesOf<FetchRequestOptions> = {
  principal: true,
  values: true,
  body: true,
  problem: true,
  headers: true,
};

const optionNames: NamesOf<FetchHandlerOptions> = { basePath: true, principal: true, values: true };

/** Creates a handler for apps with other routes. */
export function createFetchHandler(server: HostedServer, options: FetchHandlerOptions = {}): FetchHandler {
  checkMountNames('createFetchHandler()', options, optionNames);
  const base = readBasePath(options.basePath);
  const readContext = createContextReader(server, options, {
    headerOf: ({ headers }, name) => headers.get(name) ?? undefined,
  });
  const readWithoutOptions = createContextReader<Request>(server);
  return async (request, requestOptions) => {
    if (requestOptions !== undefined) checkNames('options of a request', requestOptions, requestNames);
    const problem = requestOptions?.problem;
    const [path, query] = splitUrl(request.url);
    if (!path.startsWith(`${base}/`)) return undefined;
    const below = path.slice(base.length);
    // With a problem no tool runs, and the app may not have the data for `principal` and `values` yet.
    const read = problem === undefined ? readContext : readWithoutOptions;
    const mounted = await read(request, request.method, below, requestOptions);
    if (mounted === undefined) return undefined;
    const parsedBody = requestOptions && hostBody(requestOptions);
    const answer = await server.handle(new FetchRequest(request, { path: below, query, ...mounted, parsedBody }));
    // Middleware after the parser, such as the sign-in, has not run.
    if (answer === undefined || (problem !== undefined && answer.status < 400)) return undefined;
    return toResponse(answer, requestOptions?.headers);
  };
}

/** Creates a complete worker or route handler. Other routes get a 404. */
export function createFetch(
  server: HostedServer,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const handle = createFetchHandler(server, options);
  return async (request) => (await handle(request)) ?? Response.json({ message: 'Not found' }, { status: 404 });
}

// Split, not parsed, to keep the raw path. The URL of an HTTP request always has a path.
function splitUrl(url: string): readonly [path: string, query: string] {
  const [target = ''] = url.slice(url.indexOf('/', url.indexOf('://') + 3)).split('#', 1);
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function hostBody({ body, problem }: FetchRequestOptions): HostBody | undefined {
  if (problem !== undefined) return { kind: 'unreadable', problem };
  return body === undefined ? undefined : { kind: 'parsed', value: body };
}

/** Creates a web-standard response, with the headers that the framework has set. */
function toResponse({ status, headers, body }: HttpResponse, hostHeaders: Headers | undefined): Response {
  const sent = typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : toStream(body);
  const merged = hostHeaders === undefined ? headers : mergeHeaders(headers, hostHeaders);
  return new Response((sent ?? null) as BodyInit | null, { status, headers: merged });
}

function mergeHeaders(headers: HttpResponse['headers'], hostHeaders: Headers): Headers {
  const merged = new Headers(hostHeaders);
  const added = headersOverHost(headers, (name) => hostHeaders.get(name) ?? undefined);
  for (const [name, value] of Object.entries(added)) merged.set(name, value);
  return merged;
}

function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const chunk: IteratorResult<Uint8Array, unknown> = await iterator.next();
      if (chunk.done === true) controller.close();
      else controller.enqueue(chunk.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
