import type { Lifetime } from '@toolwire/core';
import type { Exchange, HttpRequest, HttpResponse } from '@toolwire/core/wire';
import { acceptsStream } from '../http/accept.ts';
import { LateStream, respond } from '../http/answer.ts';
import { headerOf } from '../http/header-of.ts';
import { accepted, jsonResponse } from '../http/response.ts';
import type { Parts } from '../parts/parts.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { answerSafely } from '../rpc/context.ts';
import { errorAnswer } from '../rpc/json-rpc.ts';
import type { RpcMessage, RpcRequest } from '../rpc/message.ts';
import { hasEnvelope } from '../rpc/meta-keys.ts';
import { createModernDispatch } from './dispatch.ts';
import { versionProblem } from './envelope.ts';
import { differingHeader, readStandardHeaders } from './headers.ts';

/** Messages of 2026-07-28 over HTTP. */
export interface ModernHttp {
  request(message: RpcRequest, http: HttpRequest): Exchange;
  notification(message: RpcMessage, http: HttpRequest): HttpResponse;
}

/** Serves each message by itself; a caller who leaves has cancelled its request. */
export function createModernHttp(parts: Parts, keepAliveMs: number): ModernHttp {
  // MCP-RPC-08: of a request nothing is kept for the next one.
  const dispatch = createModernDispatch(parts);
  return {
    request(message, http) {
      const header = headerOf(http);
      const found = dispatch(message, header);
      if (found.answer !== undefined) return { op: 'answer', response: jsonResponse(found.answer) };
      const { request, method } = found;
      const { principal, isCallerKnown = false, values } = http;
      return {
        op: 'serve',
        serve: (service) => {
          const stream =
            mayStream(request) && acceptsStream(http.header('accept')) ? new LateStream(keepAliveMs, http) : undefined;
          const lifetime = new CancellingCaller(stream?.waiting ?? http);
          const context = { service, principal, isCallerKnown, values, lifetime, header, notify: stream?.notify };
          return respond(answerSafely(method, request, context, parts.report), stream);
        },
      };
    },
    notification(message, http) {
      // MCP-HTTP-04: what is not accepted is answered with 400.
      const problem =
        differingHeader(message, readStandardHeaders(headerOf(http))) ??
        (hasEnvelope(message) ? versionProblem(message) : undefined);
      return problem === undefined ? accepted : jsonResponse(errorAnswer(undefined, problem, 400));
    },
  };
}

function mayStream({ method, progressToken, logLevel }: ModernRequest): boolean {
  return progressToken !== undefined || logLevel !== undefined || method === 'subscriptions/listen';
}

/** In this era a caller who closes the connection has cancelled its request. */
class CancellingCaller implements Lifetime {
  readonly endsDeliberately = true;
  readonly #waiting: Lifetime;

  constructor(waiting: Lifetime) {
    this.#waiting = waiting;
  }

  get signal(): AbortSignal {
    return this.#waiting.signal;
  }
}
