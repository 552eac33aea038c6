import type { ToolDefinition } from '@toolwire/core';
import { checkNames, mergeOptions, type NamesOf, own, StartupError } from '@toolwire/internal';
import type { FastifyInstance } from 'fastify';
import { type RouteTool, type RouteToolOptions, type ToolRoute, toolFromRoute } from './tool-from-route.ts';

/** The parts of a Fastify app of any server type that routes are collected with. */
interface RouteApp extends Pick<FastifyInstance, 'inject' | 'getSchemas'> {
  addHook(name: 'onRoute', hook: (this: RouteApp, route: ConfiguredRoute) => void): unknown;
}

interface ConfiguredRoute extends ToolRoute {
  readonly config?: unknown;
}

interface FoundRoute {
  /** The instance of the route, which has its shared schemas. */
  readonly app: RouteApp;
  readonly route: ToolRoute;
  readonly tool: RouteTool & RouteToolOptions;
}

const optionNames: NamesOf<RouteToolOptions> = { headers: true, toolkit: true };

/**
 * Collects the routes with `config: { tool: { … } }`. Call it before you add routes, and call the returned function when the app has all
 * of them: `toolwire({ tools: readTools() })`.
 */
export function toolsFromRoutes(app: RouteApp, options: RouteToolOptions = {}): () => readonly ToolDefinition[] {
  checkNames('toolsFromRoutes()', options, optionNames);
  const routes: FoundRoute[] = [];
  let isRead = false;
  app.addHook('onRoute', function collect(route) {
    const tool = own(route.config, 'tool') as FoundRoute['tool'] | null | undefined;
    if (tool === undefined || tool === null) return;
    if (isRead) {
      throw new StartupError(
        'TW_ROUTE_ORDER',
        `${String(route.method)} ${route.url} was added after the tools were read. Read them last, for example after await app.after().`,
      );
    }
    // Fastify changes the object for the next URL of the same route.
    routes.push({ app: this, route: { ...route }, tool });
  });
  return () => {
    isRead = true;
    if (routes.length === 0) {
      throw new StartupError(
        'TW_ROUTE_ORDER',
        'toolsFromRoutes() found no route with config: { tool: { … } }. Call it before you add routes, and read the tools after.',
      );
    }
    return routes
      .filter((found) => !isHeadOfRoute(found, routes))
      .map(({ app: owner, route, tool }) => toolFromRoute(owner, route, mergeOptions(options, tool)));
  };
}

/** Whether a route is the HEAD route of another one. Fastify adds one to each GET route, and for `/` in a prefix one with a slash. */
function isHeadOfRoute({ route, tool }: FoundRoute, routes: readonly FoundRoute[]): boolean {
  return (
    route.method === 'HEAD' &&
    routes.some(
      (other) =>
        other.route.method !== 'HEAD' &&
        other.tool === tool &&
        withoutLastSlash(other.route.url) === withoutLastSlash(route.url),
    )
  );
}

function withoutLastSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
