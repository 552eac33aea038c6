import type { WireCodec, WireRoute } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';

/** All that is served at one path. */
export interface ServedPath {
  /** The `Allow` header: every method that is answered here. */
  readonly allow: string;
  /** The route for a method; HEAD is answered by GET's. */
  route(method: string): WireRoute | undefined;
  /** Any route of the path, to refuse a wrong method in its wire's words. */
  readonly anyRoute: WireRoute;
}

/** Finds what is served at a path: compared exactly, with or without one trailing slash, never normalised. */
export type Router = (path: string) => ServedPath | undefined;

/** Lays the routes of all wires into one table; two wires cannot claim the same method and path. */
export function createRouter(wires: readonly WireCodec[]): Router {
  const table = new Map<string, WireRoute[]>();
  for (const wire of wires) {
    for (const route of wire.routes) {
      const routes = table.get(route.path) ?? [];
      if (routes.some(({ method }) => method === route.method)) {
        throw new StartUpError(
          'TW_PATH_TAKEN',
          `Two wires serve ${route.method} ${route.path}. Give one of them a prefix.`,
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
    route: (method) => byMethod.get(method),
    anyRoute: routes[0] as WireRoute,
  };
}
