export type { ReadRouteHeaders, RouteHeaders } from './call-route.ts';
export { type FastifyToolsOptions, mountTools } from './fastify.ts';
export { type RouteTool, type RouteToolOptions, type ToolRoute, toolFromRoute } from './tool-from-route.ts';
export { toolsFromRoutes } from './tools-from-routes.ts';
