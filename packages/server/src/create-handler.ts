import {
  andThen,
  type CallHandler,
  type Exchange,
  type HostRequest,
  type HttpResponse,
  isPromise,
  type MaybePromise,
  type RefusedOutcome,
  type ToolPage,
  type UniversalHandler,
  type WireCodec,
  type WireRoute,
} from '@toolwire/core';
import { type CorsOptions, corsHeaders, preflightHeaders, shareWith } from './http/cors.ts';
import type { BodyLimits } from './http/json-body.ts';
import { JsonRequest } from './http/json-request.ts';
import { createRouter, type ServedPath } from './http/router.ts';

/** What the handler serves, and with what. */
export interface HandlerParts {
  readonly wires: readonly WireCodec[];
  readonly page: ToolPage;
  readonly call: CallHandler;
  readonly limits: BodyLimits;
  readonly cors: CorsOptions | undefined;
  /** Why calls are refused for now, if they are. */
  unavailable(): RefusedOutcome | undefined;
}

/** Joins wires and engine into the one function that hosts call: routing, methods, and nothing of any wire. */
export function createHandler(parts: HandlerParts): UniversalHandler {
  const { cors } = parts;
  const serve = createServe(parts);
  if (cors === undefined) return serve;
  return (request) => andThen(serve(request), (response) => response && shareWith(request, response, cors));
}

function createServe(parts: HandlerParts): UniversalHandler {
  const find = createRouter(parts.wires);
  return (request) => {
    const served = find(request.path);
    if (served === undefined) return undefined;
    if (request.method === 'OPTIONS') return options(request, served, parts.cors);
    const route = served.route(request.method);
    if (route === undefined) return wrongMethod(request, served, parts.limits);
    const response = answer(route, new JsonRequest(request, parts.limits), parts);
    return request.method === 'HEAD' ? andThen(response, withoutBody) : response;
  };
}

function answer(route: WireRoute, request: JsonRequest, parts: HandlerParts): MaybePromise<HttpResponse> {
  const refusal = route.op === 'call' ? parts.unavailable() : undefined;
  if (refusal !== undefined) return route.refuse(refusal, request);
  const exchange = route.accept(request);
  return isPromise(exchange) ? exchange.then((accepted) => complete(accepted, parts)) : complete(exchange, parts);
}

function complete(exchange: Exchange, parts: HandlerParts): MaybePromise<HttpResponse> {
  switch (exchange.op) {
    case 'answer':
      return exchange.response;
    case 'health':
      return exchange.reply(parts.unavailable() === undefined);
    case 'list':
      return exchange.reply(parts.page);
    case 'call':
      return parts.call(exchange.call).then((outcome) => exchange.reply(outcome));
  }
}

function options(request: HostRequest, { allow }: ServedPath, cors: CorsOptions | undefined): HttpResponse {
  const shared = cors !== undefined && 'access-control-allow-origin' in corsHeaders(request, cors);
  return { status: 204, headers: { allow, ...(shared ? preflightHeaders(allow, cors) : {}) } };
}

function wrongMethod(request: HostRequest, { allow, some }: ServedPath, limits: BodyLimits): HttpResponse {
  const response = some.refuse(
    { kind: 'refused', code: 'method_not_allowed', message: `This address answers ${allow}` },
    new JsonRequest(request, limits),
  );
  return { ...response, headers: { ...response.headers, allow } };
}

const encoder = new TextEncoder();

// RFC 9110: HEAD answers with GET's headers, its length among them.
function withoutBody({ status, headers, body }: HttpResponse): HttpResponse {
  const length = typeof body === 'string' ? encoder.encode(body).length : body instanceof Uint8Array ? body.length : undefined;
  return { status, headers: length === undefined ? headers : { ...headers, 'content-length': String(length) } };
}
