import { andThen, type Lifetime } from '@toolwire/core';
import type { Exchange, HttpRequest, HttpResponse } from '@toolwire/core/wire';
import { acceptsStream, headerOf } from '../http/headers.ts';
import { LazyStream } from '../http/lazy-stream.ts';
import { accepted, jsonResponse, respondWith } from '../http/responses.ts';
import type { RpcMessage, RpcRequest } from '../json-rpc/message.ts';
import { type ModernRequest, runMethod } from '../json-rpc/requests.ts';
import { errorResponse } from '../json-rpc/responses.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { createModernDispatch } from './methods.ts';
import { findVersionOrHeaderProblem } from './version-and-header-problems.ts';

/** Handles messages of 2026-07-28 over HTTP. */
export interface ModernHttp {
  request(message: RpcRequest, http: HttpRequest): Exchange;
  notification(message: RpcMessage, http: HttpRequest): HttpResponse;
}

/**
 * Handles each message independently. A disconnect cancels the request. `body-dispatcher.ts` refuses batches and responses before this:
 * the body is one request or notification. `GET` and `DELETE` get 405, from `router.ts` of the server and `endSession()`. MCP-HTTP-01
 */
export function createModernHttp(server: ServerContext): ModernHttp {
  // No state is kept between requests. MCP-RPC-08
  const dispatch = createModernDispatch(server);
  return {
    request(message, http) {
      const header = headerOf(http);
      const dispatched = dispatch(message, header);
      if (dispatched.response !== undefined) return respondWith(jsonResponse(dispatched.response));
      const { request, method, client, sessionId } = dispatched;
      const { principal, isCallerKnown = false, values } = http;
      return {
        op: 'serve',
        serve: (service) => {
          const stream = mayStream(request) && acceptsStream(http.header('accept')) ? new LazyStream(http) : undefined;
          const lifetime = new DisconnectLifetime(stream?.connection ?? http);
          const caller = { principal, isCallerKnown, values, client, sessionId };
          const transport = 'http' as const;
          const context = { service, ...caller, lifetime, transport, header, notify: stream?.notify };
          const response = runMethod(method, request, context, server.report);
          return stream === undefined ? andThen(response, jsonResponse) : stream.respond(response);
        },
      };
    },
    notification(message, http) {
      // Invalid notifications get status 400. MCP-HTTP-04
      const problem = findVersionOrHeaderProblem(message, headerOf(http));
      return problem === undefined ? accepted : jsonResponse(errorResponse(undefined, problem, 400));
    },
  };
}

function mayStream({ method, progressToken, logLevel }: ModernRequest): boolean {
  return progressToken !== undefined || logLevel !== undefined || method === 'subscriptions/listen';
}

/** A lifetime that ends with the connection, as this era requires. */
// A class, because V8 creates another hidden class for each object literal with a getter, which slows down calls.
class DisconnectLifetime implements Lifetime {
  readonly endsDeliberately = true;
  readonly #connection: Lifetime;

  constructor(connection: Lifetime) {
    this.#connection = connection;
  }

  get signal(): AbortSignal {
    return this.#connection.signal;
  }
}
