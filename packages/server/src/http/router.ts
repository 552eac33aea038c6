import type { WireCodec, WireRoute } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';

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
        throw new StartUpError(
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

/** All paths of the protocols. */
export function pathsOf(wires: readonly WireCodec[]): readonly string[] {
  return [...new Set(wires.flatMap(({ routes }) => routes.map(({ path }) => path)))];
}
