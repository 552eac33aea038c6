import type { Exchange, HttpRequest, HttpResponse } from '@toolwire/core';
import { acceptsStream } from '../http/accept.ts';
import { type AnswerRequest, answerAsJson, answerAsStream } from '../http/answer.ts';
import { accepted, jsonResponse } from '../http/response.ts';
import type { Parts } from '../parts.ts';
import { answerSafely } from '../rpc/context.ts';
import { errorAnswer } from '../rpc/json-rpc.ts';
import type { RpcMessage, RpcRequest } from '../rpc/message.ts';
import { createModernDispatch } from './dispatch.ts';
import { differingHeader, readStandardHeaders } from './headers.ts';
import type { ModernRequest } from './request.ts';

/** Messages of 2026-07-28 over HTTP. */
export interface ModernHttp {
  request(message: RpcRequest, http: HttpRequest): Exchange;
  notification(message: RpcMessage, http: HttpRequest): HttpResponse;
}

/** Serves each message by itself; a caller who leaves has cancelled its request. */
export function createModernHttp(parts: Parts, keepAliveMs: number): ModernHttp {
  const dispatch = createModernDispatch(parts);
  return {
    request(message, http) {
      const header = (name: string): string | undefined => http.header(name);
      const found = dispatch(message, header);
      if (found.answer !== undefined) return { op: 'answer', response: jsonResponse(found.answer) };
      const { request, method } = found;
      const { principal, values } = http;
      return {
        op: 'serve',
        serve: (service) => {
          const answer: AnswerRequest = (notify, lifetime) =>
            answerSafely(method, request, { service, principal, values, lifetime, header, notify }, parts.report);
          return mayStream(request) && acceptsStream(http.header('accept'))
            ? answerAsStream(http, keepAliveMs, answer)
            : answerAsJson(http, answer);
        },
      };
    },
    notification(message, http) {
      const problem = differingHeader(
        message,
        readStandardHeaders((name) => http.header(name)),
      );
      return problem === undefined ? accepted : jsonResponse(errorAnswer(undefined, problem, 400));
    },
  };
}

function mayStream({ method, progressToken, logLevel }: ModernRequest): boolean {
  return progressToken !== undefined || logLevel !== undefined || method === 'subscriptions/listen';
}
