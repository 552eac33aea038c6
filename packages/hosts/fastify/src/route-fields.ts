import type { JsonSchema } from '@toolwire/core';
import { entriesOf, isObject, own, StartupError, setOwn, stringsOf } from '@toolwire/internal';
import { hasWildcard, pathParameters } from './path-parameters.ts';
import { definitionName, type MovedSchema, moveSchema } from './route-schema.ts';

/** The parts of a request that a field of an input can be in. */
type Part = 'params' | 'querystring' | 'body';

/** The schemas and texts of a route, as Fastify and @fastify/swagger name them. */
export interface RouteSchema {
  readonly params?: unknown;
  readonly querystring?: unknown;
  /** Another name for `querystring`. */
  readonly query?: unknown;
  readonly body?: unknown;
  readonly response?: unknown;
  readonly operationId?: string | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
}

/** A route whose schemas are read. */
export interface ReadRoute {
  /** The route in messages, such as `GET /orders/:id`. */
  readonly source: string;
  readonly url: string;
  readonly schema: RouteSchema;
  /** The schemas of `app.addSchema`, by their `$id`. */
  readonly shared: Readonly<Record<string, unknown>>;
}

/** The input of a tool, and where its fields are in the request. */
export interface RouteFields {
  readonly input: JsonSchema;
  readonly partOf: ReadonlyMap<string, Part>;
  /** Whether the body is an object of fields, or the field `body`. */
  readonly body: 'fields' | 'field' | 'none';
}

/** The input of a route: its params, querystring and body, as one object. */
export function readRouteFields(route: ReadRoute): RouteFields {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const definitions: Record<string, unknown> = {};
  const partOf = new Map<string, Part>();
  const add = (part: Part, { schema, definitions: added }: MovedSchema): void => {
    Object.assign(definitions, added);
    for (const [name, property] of entriesOf(schema['properties'])) {
      const other = partOf.get(name);
      if (other !== undefined) throw repeatedField(route.source, name, other, part);
      partOf.set(name, part);
      setOwn(properties, name, property);
    }
    required.push(...stringsOf(schema['required']));
  };

  const { querystring = route.schema.query, body } = route.schema;
  add('params', paramsOf(route));
  if (querystring !== undefined) add('querystring', objectSchema(querystring, 'querystring', route));
  const movedBody = body === undefined ? undefined : readSchema(jsonBody(body, route), 'body', route);
  const bodyForm = bodyFormOf(movedBody);
  if (movedBody !== undefined) add('body', bodyForm === 'fields' ? movedBody : bodyField(movedBody));

  const otherFields = bodyForm === 'fields' ? own(movedBody?.schema, 'additionalProperties') : undefined;
  return {
    input: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: otherFields === true || isObject(otherFields) ? otherFields : false,
      ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    },
    partOf,
    body: bodyForm,
  };
}

/** The parameters of the path. Those without a schema are strings. */
function paramsOf(route: ReadRoute): MovedSchema {
  const { source, url, schema } = route;
  if (hasWildcard(url)) {
    throw new StartupError('TW_ROUTE_TOOL', `${source} has a wildcard, so it can't be a tool. Name each parameter.`);
  }
  const described = schema.params === undefined ? undefined : objectSchema(schema.params, 'params', route);
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const { name, isOptional } of pathParameters(url)) {
    const property = own(described?.schema['properties'], name);
    // An empty value would name another route.
    setOwn(properties, name, isObject(property) ? property : { type: 'string', minLength: 1 });
    if (!isOptional) required.push(name);
  }
  return { schema: { properties, required }, definitions: described?.definitions ?? {} };
}

function objectSchema(partSchema: unknown, part: Part, route: ReadRoute): MovedSchema {
  const moved = readSchema(partSchema, part, route);
  if (hasOnlyFields(moved.schema)) return moved;
  throw new StartupError(
    'TW_ROUTE_SCHEMA',
    `The schema of ${part} in ${route.source} must be an object with properties, because each becomes a field of the tool's input.`,
  );
}

/** Reads the schema of a part. A reference to a whole shared schema is replaced by that schema. */
function readSchema(partSchema: unknown, part: Part, { source, shared }: ReadRoute): MovedSchema {
  const { schema, definitions } = moveSchema(partSchema, { source, part, direction: 'input', shared });
  const { $ref } = schema;
  const target = typeof $ref === 'string' ? own(definitions, definitionName($ref)) : undefined;
  return { schema: isObject(target) ? target : schema, definitions };
}

/** Keywords that decide about more than one field at a time. */
const joiningKeywords = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', 'patternProperties'];

function hasOnlyFields(schema: JsonSchema): boolean {
  const { type, properties } = schema;
  return (
    (type === undefined || type === 'object') && isObject(properties) && !joiningKeywords.some((name) => name in schema)
  );
}

/** Keywords about the object as a whole. In `params` and `querystring`, only the route checks them. */
const wholeObjectKeywords = [
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'propertyNames',
  'enum',
  'const',
  '$dynamicRef',
];

/** The input of a tool has the fields of a body if it doesn't accept more than the body then. */
function bodyFormOf(body: MovedSchema | undefined): RouteFields['body'] {
  if (body === undefined) return 'none';
  const { schema } = body;
  return hasOnlyFields(schema) && !wholeObjectKeywords.some((name) => name in schema) ? 'fields' : 'field';
}

function bodyField({ schema, definitions }: MovedSchema): MovedSchema {
  return { schema: { properties: { body: schema }, required: ['body'] }, definitions };
}

/** The schema of a JSON body. Fastify 5 also takes a schema for each media type. */
function jsonBody(body: unknown, { source }: ReadRoute): unknown {
  const content = own(body, 'content');
  if (!isObject(content)) return body;
  const schema = own(own(content, 'application/json'), 'schema');
  if (schema !== undefined) return schema;
  throw new StartupError(
    'TW_ROUTE_TOOL',
    `${source} accepts no JSON body, so it can't be a tool. Add the content type application/json.`,
  );
}

function repeatedField(source: string, name: string, first: Part, second: Part): StartupError {
  return new StartupError(
    'TW_ROUTE_FIELD',
    `'${name}' is in ${first} and ${second} of ${source}, and a tool has one field of a name. Rename one of them.`,
  );
}
