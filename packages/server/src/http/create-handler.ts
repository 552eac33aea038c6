import { addHeaders, joinCaller } from '@toolwire/core/internal';
import type {
  Exchange,
  HostRequest,
  HttpResponse,
  ToolService,
  UniversalHandler,
  WireCodec,
  WireRoute,
} from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';
import type { AuthenticateRequest } from '../auth/authenticate-request.ts';
import type { Shutdown } from '../lifecycle/shutdown.ts';
import { transferProblem } from './body-checks.ts';
import type { Cors } from './cors.ts';
import type { HostGuard } from './host-guard.ts';
import { type BodyLimits, JsonRequest } from './json-request.ts';

/** What the handler is made of. */
export interface HandlerParts {
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

/** Creates the function that hosts call. It routes a request, checks its sender, and has the wire decode it and encode the outcome. */
export function createHandler(parts: HandlerParts): UniversalHandler {
  const { wires, cors } = parts;
  const find = createRouter(wires);
  const handle: UniversalHandler = (request) => {
    const served = find(request.path);
    return served && serve(request, served, parts);
  };
  if (cors === undefined) return handle;
  return async (request) => {
    const response = await handle(request);
    return response && cors.share(request, response);
  };
}

async function serve(request: HostRequest, served: ServedPath, parts: HandlerParts): Promise<HttpResponse> {
  const { authenticateRequest, limits, hostGuard, shutdown, service } = parts;
  if (request.method === 'OPTIONS') return options(request, served, parts);
  const route = served.routes.get(request.method);
  if (route === undefined) return wrongMethod(request, served, authenticateRequest);
  // Credentials are checked before the rest of a request. Health needs none (OTC-HLTH-02), and some wires authenticate themselves.
  const needsNone = authenticateRequest === undefined || route.op === 'health' || route.admission === 'own';
  const admission = needsNone ? undefined : await authenticateRequest(request);
  if (admission?.ok === false) return route.refuse(admission.refusal);
  const refusal = route.op === 'call' ? shutdown.refusal() : undefined;
  if (refusal !== undefined) return route.refuse(refusal);
  // The body may be read in two ways, or an untrusted page sends the request.
  const guarded = route.op !== 'health' && route.admission !== 'own' && route.pages !== 'own';
  const problem =
    (route.op === 'health' ? undefined : transferProblem(request)) ??
    (guarded ? hostGuard.problemOf(request) : undefined);
  if (problem !== undefined) return refuseAndClose(route, problem);

  const caller = admission?.caller ?? joinCaller(request.caller);
  const read = new JsonRequest(request, limits, caller, hostGuard);
  const response = await complete(await route.accept(read), read, service);
  return request.method === 'HEAD' ? withoutBody(response) : response;
}

async function complete(exchange: Exchange, request: JsonRequest, service: ToolService): Promise<HttpResponse> {
  switch (exchange.op) {
    case 'answer':
      return exchange.response;
    case 'health': {
      const isHealthy = await service.isHealthy();
      return exchange.reply(isHealthy, isHealthy ? undefined : service.unhealthyReason?.());
    }
    case 'list':
      return exchange.reply(await service.page(request));
    case 'call':
      return exchange.reply(await service.call(exchange.call));
    case 'serve':
      return exchange.serve(service);
  }
}

// Closes the connection: the rest of its data cannot be trusted.
function refuseAndClose(route: WireRoute, developerMessage: string): HttpResponse {
  const message = 'The request could not be read';
  return addHeaders(route.refuse({ kind: 'refused', code: 'malformed', message, developerMessage }), {
    connection: 'close',
  });
}

function options(request: HostRequest, { allow }: ServedPath, parts: HandlerParts): HttpResponse {
  const more = parts.cors?.preflight(request, allow);
  return { status: 204, headers: { allow, ...more } };
}

async function wrongMethod(
  request: HostRequest,
  served: ServedPath,
  authenticateRequest: AuthenticateRequest | undefined,
): Promise<HttpResponse> {
  const { anyRoute } = served;
  if (authenticateRequest !== undefined && anyRoute.methods === 'admitted') {
    const admission = await authenticateRequest(request);
    if (!admission.ok) return anyRoute.refuse(admission.refusal);
  }
  return otherMethods(served);
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

// HEAD has the headers of GET, including its length (RFC 9110).
function withoutBody({ status, headers, body }: HttpResponse): HttpResponse {
  const length =
    typeof body === 'string' ? encoder.encode(body).length : body instanceof Uint8Array ? body.length : undefined;
  return { status, headers: length === undefined ? headers : { ...headers, 'content-length': String(length) } };
}

/** The routes of one path. */
interface ServedPath {
  /** The `Allow` header. */
  readonly allow: string;
  /** The routes by method; HEAD uses GET's. */
  readonly routes: ReadonlyMap<string, WireRoute>;
  /** Any route of the path, to refuse a wrong method in the format of its protocol. */
  readonly anyRoute: WireRoute;
}

/** Finds the routes of a path. The match is exact, with an optional trailing slash, without normalization. */
type Router = (path: string) => ServedPath | undefined;

/** Creates a router for all wires. Throws if two wires serve the same method and path. */
export function createRouter(wires: readonly WireCodec[]): Router {
  const table = new Map<string, WireRoute[]>();
  for (const wire of wires) {
    for (const route of wire.routes) {
      const routes = table.get(route.path) ?? [];
      if (routes.some(({ method }) => method === route.method)) {
        throw new StartUpError(
          'TW_PATH_TAKEN',
          `Two protocols serve ${route.method} ${route.path}. Set a prefix for one of them.`,
        );
      }
      table.set(route.path, [...routes, route]);
    }
  }
  const served = new Map([...table].map(([path, routes]) => [path, servedPath(routes)]));
  return (path) => served.get(path) ?? (path.endsWith('/') ? served.get(path.slice(0, -1)) : undefined);
}

function servedPath(routes: readonly WireRoute[]): ServedPath {
  const byMethod = new Map<string, WireRoute>(routes.map((route) => [route.method, route]));
  const get = byMethod.get('GET');
  if (get !== undefined) byMethod.set('HEAD', get);
  return {
    allow: [...byMethod.keys(), 'OPTIONS'].join(', '),
    routes: byMethod,
    anyRoute: routes[0] as WireRoute,
  };
}

/** All paths of the wires. */
export function pathsOf(wires: readonly WireCodec[]): readonly string[] {
  return [...new Set(wires.flatMap(({ routes }) => routes.map(({ path }) => path)))];
}
