import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isPromise, type MaybePromise } from '@toolwire/core';
import {
  createContextReader,
  expectHostedServer,
  type HostCaller,
  type ReadContext,
  readBasePath,
} from '@toolwire/core/internal';
import type { HostedServer, MountOptions } from '@toolwire/core/wire';
import { checkMountNames, type NamesOf } from '@toolwire/internal';
import { type IncomingRequest, isHttp2, type OutgoingResponse, originForm, rawHeader } from './http-messages.ts';
import { NodeRequest, type ParsedBody } from './node-request.ts';
import { plainResponse, refuseHead } from './refused-requests.ts';
import { closeStalledStream, createStallGuard } from './unread-responses.ts';
import { writeResponse } from './write-response.ts';

/** Options of a Node handler. */
export interface NodeHandlerOptions<Request extends IncomingRequest = IncomingMessage> extends MountOptions<Request> {
  /** The path before every route, such as `/api/ai`, if no router has removed it. Other requests continue to the app. */
  readonly basePath?: string | undefined;
}

/** Resolves to `true` after the response, or to `false` for another route. */
export type NodeHandler<Request extends IncomingRequest = IncomingRequest> = (
  request: Request,
  response: OutgoingResponse,
) => Promise<boolean>;

/** A handler of an adapter. `url` is the URL below the tools, if the request has the whole one. */
type AdapterHandler<Request extends IncomingRequest> = (
  request: Request,
  response: OutgoingResponse,
  url?: string,
) => Promise<boolean>;

/** A listener for `createServer` of node:http and node:http2. */
export type NodeListener<Request extends IncomingRequest = IncomingRequest> = (
  request: Request,
  response: OutgoingResponse,
) => void;

const handlerOptionNames: NamesOf<NodeHandlerOptions> = { basePath: true, principal: true, values: true };

/**
 * Creates a handler for your router, for node:http and node:http2: `if (await handleTools(request, response)) return;`.
 */
export function createNodeHandler<Request extends IncomingRequest = IncomingRequest>(
  server: HostedServer,
  options: NodeHandlerOptions<Request> = {},
): NodeHandler<Request> {
  checkMountNames('createNodeHandler()', options, handlerOptionNames);
  return createAdapterHandler(server, options);
}

/** Creates a handler for an adapter. `parsedBody` reads a body that the framework has parsed. */
export function createAdapterHandler<Request extends IncomingRequest>(
  server: HostedServer,
  options: NodeHandlerOptions<Request>,
  parsedBody?: ParsedBody,
): AdapterHandler<Request> {
  const readContext = createContextReader(server, options, { headerOf: rawHeader });
  return handlerWith(server, readContext, readBasePath(options.basePath), parsedBody);
}

/** Creates a listener for `http.createServer`. Other routes get a 404. */
export function createNodeListener<Request extends IncomingRequest = IncomingRequest>(
  server: HostedServer,
  options: NodeHandlerOptions<Request> = {},
): NodeListener<Request> {
  checkMountNames('createNodeListener()', options, handlerOptionNames);
  return listenerFor(server, options);
}

/** Creates a listener; `unnamed` describes callers if the options name none. */
export function listenerFor<Request extends IncomingRequest>(
  server: HostedServer,
  options: NodeHandlerOptions<Request>,
  unnamed?: HostCaller,
): NodeListener<Request> {
  expectHostedServer(server);
  // Without `report`, because errors are caught and logged below, once.
  const { handle: serve, paths, callerMs } = server;
  const readContext = createContextReader({ handle: serve, paths, callerMs }, options, { defaultCaller: unnamed });
  const handle = handlerWith(server, readContext, readBasePath(options.basePath));
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    // No request runs after a request that ends the connection (RFC 9112, section 9.6).
    if (refused.has(request.socket)) return;
    const refusal = refuseHead(request);
    if (refusal !== undefined) {
      refused.add(request.socket);
      void writeResponse(refusal, request, response);
      return;
    }
    const end = (handled: boolean): MaybePromise<void> =>
      handled ? undefined : writeResponse(plainResponse(404, 'Not found'), request, response);
    // Only the app's `principal` and `values` throw by design. The caller always gets a response.
    const fail = (thrown: unknown): MaybePromise<void> => {
      server.report?.(thrown, 'A request could not be served', (name) => rawHeader(request, name));
      return writeResponse(plainResponse(500, 'The server could not process the request'), request, response);
    };
    void handle(request, response).then(end, fail);
  };
}

/** Creates a handler with a reader of the app's options. */
function handlerWith<Request extends IncomingRequest>(
  { handle, writeStallMs }: HostedServer,
  readContext: ReadContext<Request>,
  basePath: string,
  parsedBody?: ParsedBody,
): AdapterHandler<Request> {
  const stalls = createStallGuard(writeStallMs);
  const start = `${basePath}/`;
  return async (request, response, givenUrl = request.url ?? '/') => {
    const url = originForm(givenUrl);
    if (!url.startsWith(start)) return false;
    const below = url.slice(basePath.length);
    const reading = readContext(request, request.method, below);
    // Awaited only if the app's functions are async.
    const context = isPromise(reading) ? await reading : reading;
    if (context === undefined) return false;
    const { caller, values } = context;
    const answer = await handle(new NodeRequest(request, response, { caller, values, parsedBody, url: below }));
    if (answer === undefined) return false;
    const writing = writeResponse(answer, request, response);
    if (writing !== undefined || response.writableLength > 0) {
      if (isHttp2(response)) closeStalledStream(response.stream, writeStallMs);
      else stalls.watch(request.socket);
    }
    await writing;
    return true;
  };
}
