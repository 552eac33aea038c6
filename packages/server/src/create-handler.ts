import { andThen, isPromise, type MaybePromise } from '@toolwire/core';
import {
  addHeaders,
  type Exchange,
  type HostRequest,
  type HttpResponse,
  joinCaller,
  type ToolService,
  type UniversalHandler,
  type WireCodec,
  type WireRoute,
} from '@toolwire/core/wire';
import type { Admit } from './admit.ts';
import type { Cors } from './http/cors.ts';
import type { BodyLimits } from './http/json-body.ts';
import { JsonRequest } from './http/json-request.ts';
import type { PageGuard } from './http/page-guard.ts';
import { createRouter, type ServedPath } from './http/router.ts';
import { transferProblem } from './http/transfer-coding.ts';
import type { Stopping } from './stopping.ts';

/** What the handler serves, and with what. */
export interface HandlerParts {
  readonly wires: readonly WireCodec[];
  readonly service: ToolService;
  readonly limits: BodyLimits;
  /** Lets pages of other origins call; left out, none may. */
  readonly cors: Cors | undefined;
  readonly pages: PageGuard;
  /** Lets a caller in, or says why not; left out, everybody is let in. */
  readonly admit: Admit | undefined;
  readonly stopping: Pick<Stopping, 'refusal'>;
}

/** Joins wires and engine into the one function that hosts call: routing, methods, and nothing of any wire. */
export function createHandler(parts: HandlerParts): UniversalHandler {
  const { cors } = parts;
  const serve = createServe(parts);
  if (cors === undefined) return serve;
  return (request) => andThen(serve(request), (response) => response && cors.share(request, response));
}

function createServe(parts: HandlerParts): UniversalHandler {
  const find = createRouter(parts.wires);
  return (request) => {
    const served = find(request.path);
    if (served === undefined) return undefined;
    if (request.method === 'OPTIONS') return options(request, served, parts);
    const route = served.route(request.method);
    if (route === undefined) return wrongMethod(request, served, parts.admit);
    const response = admitted(route, request, parts);
    return request.method === 'HEAD' ? andThen(response, withoutBody) : response;
  };
}

// OTC-HLTH-02: health is everybody's, and a wire may keep a door of its own; for the rest, credentials come before all
// that a request says.
function admitted(route: WireRoute, request: HostRequest, parts: HandlerParts): MaybePromise<HttpResponse> {
  const { admit, limits, pages } = parts;
  if (admit === undefined || route.op === 'health' || route.admission === 'own') {
    return answer(route, new JsonRequest(request, limits, joinCaller(request.caller), pages), parts);
  }
  return andThen(admit(request), (admission) =>
    admission.ok
      ? answer(route, new JsonRequest(request, limits, admission.caller, pages), parts)
      : route.refuse(admission.refusal),
  );
}

function answer(route: WireRoute, request: JsonRequest, parts: HandlerParts): MaybePromise<HttpResponse> {
  const refusal = route.op === 'call' ? parts.stopping.refusal() : undefined;
  if (refusal !== undefined) return route.refuse(refusal);
  const problem = route.op === 'health' ? undefined : (transferProblem(request) ?? foreignPage(route, request, parts));
  if (problem !== undefined) return lastAnswer(route, problem);
  const exchange = route.accept(request);
  return isPromise(exchange)
    ? exchange.then((accepted) => complete(accepted, request, parts))
    : complete(exchange, request, parts);
}

function complete(exchange: Exchange, request: JsonRequest, parts: HandlerParts): MaybePromise<HttpResponse> {
  switch (exchange.op) {
    case 'answer':
      return exchange.response;
    case 'health':
      return replied(parts.service.isHealthy(), exchange);
    case 'list':
      return replied(parts.service.page(request), exchange);
    case 'call':
      return replied(parts.service.call(exchange.call), exchange);
    case 'serve':
      return exchange.serve(parts.service);
  }
}

function replied<Found>(
  found: MaybePromise<Found>,
  exchange: { reply(found: Found): HttpResponse },
): MaybePromise<HttpResponse> {
  return isPromise(found) ? repliedLater(found, exchange) : exchange.reply(found);
}

// By itself, so that what is answered at once makes no function.
function repliedLater<Found>(
  found: Promise<Found>,
  exchange: { reply(found: Found): HttpResponse },
): Promise<HttpResponse> {
  return found.then((late) => exchange.reply(late));
}

function foreignPage(route: WireRoute, request: JsonRequest, { pages }: HandlerParts): string | undefined {
  return route.admission === 'own' || route.pages === 'own' ? undefined : pages.problemOf(request);
}

// The rest of such a connection cannot be trusted.
function lastAnswer(route: WireRoute, developerMessage: string): HttpResponse {
  const message = 'The request could not be read';
  return addHeaders(route.refuse({ kind: 'refused', code: 'malformed', message, developerMessage }), {
    connection: 'close',
  });
}

function options(request: HostRequest, { allow }: ServedPath, parts: HandlerParts): HttpResponse {
  const more = parts.cors?.preflight(request, allow);
  return { status: 204, headers: { allow, ...more } };
}

function wrongMethod(request: HostRequest, served: ServedPath, admit: Admit | undefined): MaybePromise<HttpResponse> {
  const { anyRoute } = served;
  if (admit === undefined || anyRoute.methods !== 'admitted') return otherMethods(served);
  return andThen(admit(request), (admission) =>
    admission.ok ? otherMethods(served) : anyRoute.refuse(admission.refusal),
  );
}

function otherMethods({ allow, anyRoute }: ServedPath): HttpResponse {
  const response = anyRoute.refuse({
    kind: 'refused',
    code: 'method_not_allowed',
    message: `This address answers ${allow}`,
  });
  return { ...response, headers: { ...response.headers, allow } };
}

const encoder = new TextEncoder();

// RFC 9110: HEAD answers with GET's headers, its length among them.
function withoutBody({ status, headers, body }: HttpResponse): HttpResponse {
  const length =
    typeof body === 'string' ? encoder.encode(body).length : body instanceof Uint8Array ? body.length : undefined;
  return { status, headers: length === undefined ? headers : { ...headers, 'content-length': String(length) } };
}
