import type { DefinedTool, SchemaSource, ToolAnnotations, ToolDefinition } from '@toolwire/core';
import { defineExistingTool, type ExistingTool, type ReceivedOutput, type SentInput } from '@toolwire/core/internal';
import { pascalCase, StartupError } from '@toolwire/internal';
import type { FastifyInstance } from 'fastify';
import { callRoute, type ReadRouteHeaders } from './call-route.ts';
import { type RouteSchema, readRouteFields } from './route-fields.ts';
import { readRouteOutput } from './route-output.ts';

/** A route with its schemas: the options of `app.route()`, with the full URL. */
export interface ToolRoute {
  readonly method: string | readonly string[];
  readonly url: string;
  readonly schema?: RouteSchema | undefined;
}

/** The data of a tool that an app has as a route. Its schemas and handler come from the route. */
export type RouteTool = ExistingTool;

/** Options for tools of routes. */
export interface RouteToolOptions {
  /**
   * The headers for the request to the route, from the call and the request that made it. Pass on what your auth hooks read, such as
   * `(_call, request) => ({ authorization: request?.headers.authorization })`; by default they see an anonymous caller.
   */
  readonly headers?: ReadRouteHeaders | undefined;
  /** The first part of the tool ID, if the `operationId` of the route is the second. */
  readonly toolkit?: string | undefined;
}

/** Makes a tool of one route. The route runs with its hooks, validation and error handlers. */
export function toolFromRoute<
  const Route extends ToolRoute,
  const Id extends string = string,
  const Version extends string = '1.0.0',
>(
  app: Pick<FastifyInstance, 'inject' | 'getSchemas'>,
  route: Route,
  tool: RouteTool & RouteToolOptions & { readonly id?: Id | undefined; readonly version?: Version | undefined },
): DefinedTool<RouteInput<Route>, RouteOutput<Route>, RouteInput<Route>, RouteOutput<Route>, Id, Version>;
export function toolFromRoute(
  app: Pick<FastifyInstance, 'inject' | 'getSchemas'>,
  { method, url, schema = {} }: ToolRoute,
  { headers, toolkit, ...toolData }: RouteTool & RouteToolOptions,
): ToolDefinition {
  const methods = typeof method === 'string' ? [method] : method;
  const verb = methods.join(',').toUpperCase();
  const source = `${verb} ${url}`;
  if (methods.length !== 1) {
    throw new StartupError('TW_ROUTE_TOOL', `${source} has several methods, and a tool has one. Add a route for it.`);
  }
  if (verb === 'HEAD') {
    throw new StartupError('TW_ROUTE_TOOL', `${source} returns no body, so it can't be a tool. Mark its GET route.`);
  }
  const route = { source, url, schema, shared: app.getSchemas() };
  const fields = readRouteFields(route);
  const called = { app, method: verb, url, source, fields, headers };
  const { operationId, summary, description = summary, deprecated } = schema;
  return defineExistingTool(toolData, {
    source,
    id: idOf(operationId, toolkit),
    title: summary,
    description,
    annotations: annotationsOf(verb),
    isDeprecated: deprecated === true,
    input: fields.input,
    output: readRouteOutput(route),
    run: (input, call) => callRoute(called, input, call),
  });
}

function idOf(operationId: string | undefined, toolkit: string | undefined): string | undefined {
  if (operationId === undefined || operationId.includes('.')) return operationId;
  return toolkit === undefined ? undefined : `${toolkit}.${pascalCase(operationId)}`;
}

/** What a method says about its tool (RFC 9110, section 9.2). A POST may do anything, so nothing is claimed about it. */
function annotationsOf(method: string): ToolAnnotations {
  if (method === 'GET') return { readOnly: true };
  if (method === 'PUT' || method === 'DELETE') return { readOnly: false, destructive: true, idempotent: true };
  return method === 'PATCH' ? { readOnly: false, destructive: true } : {};
}

type SchemaOf<Route> = Route extends { readonly schema: infer Schema } ? Schema : unknown;

type PartIn<Schema, Name extends string> = Schema extends { readonly [Key in Name]: infer Part extends SchemaSource }
  ? SentInput<Part>
  : unknown;

/** A body that is not an object is one field. */
type BodyIn<Schema> = Schema extends { readonly body: infer Body extends SchemaSource }
  ? SentInput<Body> extends readonly unknown[] | string | number | boolean | null
    ? { readonly body: SentInput<Body> }
    : SentInput<Body>
  : unknown;

type Parts<Schema> = PartIn<Schema, 'params'> & PartIn<Schema, 'querystring'> & BodyIn<Schema>;

/** The input of the tool of a route. */
type RouteInput<Route> =
  unknown extends Parts<SchemaOf<Route>>
    ? Readonly<Record<string, unknown>>
    : { [Name in keyof Parts<SchemaOf<Route>>]: Parts<SchemaOf<Route>>[Name] };

type Success = 200 | 201 | 202 | 203 | 206 | '200' | '201' | '202' | '203' | '206' | '2xx' | '2XX';

/** The output of the tool of a route. */
type RouteOutput<Route> =
  SchemaOf<Route> extends { readonly response: infer Responses }
    ? [keyof Responses & Success] extends [never]
      ? unknown
      : ReceivedFrom<Responses[keyof Responses & Success]>
    : unknown;

type ReceivedFrom<Response> = Response extends SchemaSource ? ReceivedOutput<Response> : unknown;
