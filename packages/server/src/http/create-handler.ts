import { andThen, type MaybePromise } from '@toolwire/core';
import { addHeaders, type Caller, joinCaller } from '@toolwire/core/internal';
import type {
  HostRequest,
  HttpResponse,
  ToolService,
  UniversalHandler,
  WireCodec,
  WireRoute,
} from '@toolwire/core/wire';
import type { AuthenticateRequest } from '../auth/authenticate-request.ts';
import type { Shutdown } from '../lifecycle/shutdown-state.ts';
import type { Cors } from './cors.ts';
import type { HostGuard } from './host-guard.ts';
import { JsonRequest } from './json-request.ts';
import type { BodyLimits } from './parse-json.ts';
import { answerOptions, createRouter, type PathRoutes, refuseWrongMethod, withoutBody } from './router.ts';

/** Options of `createHandler()`. */
export interface HandlerOptions {
  readonly wires: readonly WireCodec[];
  readonly service: ToolService;
  readonly limits: BodyLimits;
  /** Allows pages of other origins; `undefined` allows none. */
  readonly cors: Cors | undefined;
  readonly hostGuard: HostGuard;
  /** Authenticates a request; `undefined` accepts every caller. */
  readonly authenticateRequest: AuthenticateRequest | undefined;
  readonly shutdown: Pick<Shutdown, 'refusal'>;
}

/**
 * Creates the function that hosts call. It routes a request, checks its sender, and has the protocol decode it and encode the outcome. Every
 * response of the server passes through it, so the headers for pages of other origins are added here.
 */
export function createHandler(options: HandlerOptions): UniversalHandler {
  const { wires, cors } = options;
  const findRoutes = createRouter(wires);
  const handle: UniversalHandler = (request) => {
    const path = findRoutes(request.path);
    if (path === undefined) return undefined;
    const response = serve(request, path, options);
    return request.method === 'HEAD' ? andThen(response, withoutBody) : response;
  };
  if (cors === undefined) return handle;
  return async (request) => {
    const response = await handle(request);
    return response && cors.share(request, response);
  };
}

function serve(request: HostRequest, path: PathRoutes, options: HandlerOptions): MaybePromise<HttpResponse> {
  const { authenticateRequest, cors } = options;
  if (request.method === 'OPTIONS') return answerOptions(request, path, cors);
  const route = path.byMethod.get(request.method);
  if (route === undefined) return refuseWrongMethod(request, path, authenticateRequest);
  if (route.admission === 'own' || authenticateRequest === undefined) {
    return serveAdmitted(request, route, joinCaller(request.caller), options);
  }
  // Credentials are checked before the rest of a request.
  return andThen(authenticateRequest(request), (admission) =>
    admission.ok ? serveAdmitted(request, route, admission.caller, options) : route.refuse(admission.refusal),
  );
}

async function serveAdmitted(
  request: HostRequest,
  route: WireRoute,
  caller: Caller,
  { limits, hostGuard, shutdown, service }: HandlerOptions,
): Promise<HttpResponse> {
  const refusal = route.op === 'call' ? shutdown.refusal : undefined;
  if (refusal !== undefined) return route.refuse(refusal);
  // Refused if a proxy could read the body in another way, or if an untrusted page sends the request.
  const isGuarded = route.admission !== 'own' && route.pages !== 'own';
  const problem =
    (route.op === 'health' ? undefined : transferProblem(request)) ??
    (isGuarded ? hostGuard.reportProblem(request) : undefined);
  if (problem !== undefined) return refuseAndClose(route, problem);

  const jsonRequest = new JsonRequest(request, limits, caller, hostGuard);
  const exchange = await route.accept(jsonRequest);
  switch (exchange.op) {
    case 'answer':
      return exchange.response;
    case 'health': {
      const isHealthy = await service.isHealthy();
      return exchange.reply(isHealthy, isHealthy ? undefined : service.unhealthyReason());
    }
    case 'list':
      return exchange.reply(await service.page(jsonRequest));
    case 'call':
      return exchange.reply(await service.call(exchange.call));
    case 'serve':
      return exchange.serve(service);
  }
}

/** Returns what is wrong with the Transfer-Encoding. Hosts decode `chunked`, but not compression (RFC 9112, section 6.1). */
function transferProblem(request: HostRequest): string | undefined {
  const coding = request.header('transfer-encoding');
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? undefined
    : 'The only supported Transfer-Encoding is chunked';
}

/**
 * Refuses a request whose body could be read in different ways, or that an untrusted page may have sent. Closes the connection, because
 * the rest of its data can't be trusted. The general message is the same for both, and the message for developers contains the reason.
 */
function refuseAndClose(route: WireRoute, developerMessage: string): HttpResponse {
  const message = 'The request could not be read';
  return addHeaders(route.refuse({ kind: 'refused', code: 'malformed', message, developerMessage }), {
    connection: 'close',
  });
}
