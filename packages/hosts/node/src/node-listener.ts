import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { isPromise, type MaybePromise } from '@toolwire/core';
import { expectHostedServer, type HostCaller, type HostedServer, mountReader } from '@toolwire/core/wire';
import { checkNames } from '@toolwire/internal';
import { handlerOptionNames, handlerWith, type NodeHandlerOptions } from './node-handler.ts';
import { plainAnswer } from './plain-answer.ts';
import { rawHeader } from './raw-header.ts';
import { refuseHead } from './refuse-head.ts';
import { writeResponse } from './write-response.ts';

/** Makes a listener for `http.createServer` that answers everything: requests for other routes get a 404. */
export function createNodeListener(server: HostedServer, options: NodeHandlerOptions = {}): RequestListener {
  checkNames('createNodeListener()', options, handlerOptionNames);
  return listenerFor(server, options);
}

/** Makes a listener for callers who are, where the options say nothing, what `unnamed` says. */
export function listenerFor(server: HostedServer, options: NodeHandlerOptions, unnamed?: HostCaller): RequestListener {
  expectHostedServer(server);
  // Without its `report`: whatever is thrown comes by below, and is told once.
  const { handle: serve, callerMs } = server;
  const readMounted = mountReader({ handle: serve, callerMs }, options, { silent: unnamed });
  const handle = handlerWith(server, readMounted, options.parsedBody);
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    // RFC 9112, section 9.6: behind a request that ends the connection, nothing else of it runs.
    if (refused.has(request.socket)) return;
    const refusal = refuseHead(request);
    if (refusal !== undefined) {
      refused.add(request.socket);
      void writeResponse(refusal, request, response);
      return;
    }
    const end = (handled: boolean): MaybePromise<void> =>
      handled ? undefined : writeResponse(plainAnswer(404, 'There is nothing at this address'), request, response);
    // Only the app's own `principal` and `values` throw by design; whatever did, its caller gets an answer.
    const fail = (thrown: unknown): MaybePromise<void> => {
      server.report?.(thrown, 'A request could not be served', (name) => rawHeader(request, name));
      return writeResponse(plainAnswer(500, 'The server could not process the request'), request, response);
    };
    try {
      const handling = handle(request, response);
      if (isPromise(handling)) void handling.then(end, fail);
      else void end(handling);
    } catch (thrown) {
      void fail(thrown);
    }
  };
}
