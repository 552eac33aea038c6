import { addHeaders } from '@toolwire/core/internal';
import type { HostRequest, HttpResponse, WireCodec, WireRoute } from '@toolwire/core/wire';
import { StartupError } from '@toolwire/internal';
import type { AuthenticateRequest } from '../auth/authenticate-request.ts';
import type { Cors } from './cors.ts';

/** The routes of one path. */
export interface PathRoutes {
  /** The `Allow` header. */
  readonly allow: string;
  /** The routes by method; HEAD uses GET's. */
  readonly byMethod: ReadonlyMap<string, WireRoute>;
  /** Any route of the path, to refuse a wrong method in the format of its protocol. */
  readonly anyRoute: WireRoute;
}

/** Finds the routes of a path. The match is exact, with an optional trailing slash, without normalization. */
export type Router = (path: string) => PathRoutes | undefined;

/** Creates a router for all protocols. Throws if two protocols serve the same method and path. */
export function createRouter(wires: readonly WireCodec[]): Router {
  const routesByPath = new Map<string, WireRoute[]>();
  for (const wire of wires) {
    for (const route of wire.routes) {
      const routes = routesByPath.get(route.path) ?? [];
      if (routes.some(({ method }) => method === route.method)) {
        throw new StartupError(
          'TW_PATH_TAKEN',
          `${route.method} ${route.path} is used by two protocols. Set another path for one of them, for example otc: { prefix: '/v1' }.`,
        );
      }
      routesByPath.set(route.path, [...routes, route]);
    }
  }
  const paths = new Map([...routesByPath].map(([path, routes]) => [path, pathRoutes(routes)]));
  return (path) => paths.get(path) ?? (path.endsWith('/') ? paths.get(path.slice(0, -1)) : undefined);
}

function pathRoutes(routes: readonly WireRoute[]): PathRoutes {
  const byMethod = new Map<string, WireRoute>(routes.map((route) => [route.method, route]));
  const get = byMethod.get('GET');
  if (get !== undefined) byMethod.set('HEAD', get);
  return {
    allow: [...byMethod.keys(), 'OPTIONS'].join(', '),
    byMethod,
    anyRoute: routes[0] as WireRoute,
  };
}

/** Responds to OPTIONS with the methods of a path. */
export function answerOptions(request: HostRequest, { allow }: PathRoutes, cors: Cors | undefined): HttpResponse {
  return { status: 204, headers: { allow, ...cors?.preflight(request, allow) } };
}

/** Refuses a method that a known path doesn't have, in the format of its protocol. */
export async function refuseWrongMethod(
  request: HostRequest,
  { allow, anyRoute }: PathRoutes,
  authenticateRequest: AuthenticateRequest | undefined,
): Promise<HttpResponse> {
  if (authenticateRequest !== undefined && anyRoute.methods === 'admitted') {
    const admission = await authenticateRequest(request);
    if (!admission.ok) return anyRoute.refuse(admission.refusal);
  }
  const message = `Method not allowed. Use ${allow}`;
  return addHeaders(anyRoute.refuse({ kind: 'refused', code: 'method_not_allowed', message }), { allow });
}

const encoder = new TextEncoder();

/** The response to HEAD: the headers of GET, including its length (RFC 9110). */
export async function withoutBody({ status, headers, body }: HttpResponse): Promise<HttpResponse> {
  if (body === undefined) return { status, headers };
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const { length } = typeof body === 'string' ? encoder.encode(body) : body;
    return { status, headers: { ...headers, 'content-length': String(length) } };
  }
  // Frees what the stream holds: no host reads it to its end.
  await body[Symbol.asyncIterator]().return?.();
  return { status, headers };
}

/** All paths of the protocols. */
export function pathsOf(wires: readonly WireCodec[]): readonly string[] {
  return [...new Set(wires.flatMap(({ routes }) => routes.map(({ path }) => path)))];
}
