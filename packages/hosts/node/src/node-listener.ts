import type { Socket } from 'node:net';
import type { MaybePromise } from '@toolwire/core';
import { createContextReader, expectHostedServer, type HostCaller, readBasePath } from '@toolwire/core/internal';
import type { HostedServer } from '@toolwire/core/wire';
import { checkMountNames } from '@toolwire/internal';
import type { IncomingRequest, OutgoingResponse } from './http-messages.ts';
import { rawHeader } from './http-messages.ts';
import { handlerOptionNames, handlerWith, type NodeHandlerOptions } from './node-handler.ts';
import { plainResponse, refuseHead } from './plain-response.ts';
import { writeResponse } from './write-response.ts';

/** A listener for `createServer` of node:http and node:http2. */
export type NodeListener<Request extends IncomingRequest = IncomingRequest> = (
  request: Request,
  response: OutgoingResponse,
) => void;

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
  const { handle: serve, callerMs } = server;
  const readContext = createContextReader({ handle: serve, callerMs }, options, { defaultCaller: unnamed });
  const handle = handlerWith(server, readContext, { ...options, basePath: readBasePath(options.basePath) });
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    // No request runs after one that ends the connection (RFC 9112, section 9.6).
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
