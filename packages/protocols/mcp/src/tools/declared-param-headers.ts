import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { mapSchemas, subschemasOf } from '@toolwire/internal/json-schema';

/** A parameter that clients repeat in a header, for proxies that route by it. */
export interface ParamHeader {
  /** In lower case. */
  readonly header: string;
  readonly path: readonly string[];
  readonly isInteger: boolean;
}

/** The headers for a tool's parameters, or the problem for which clients would reject the tool. */
export type ParamHeaders =
  | { readonly ok: true; readonly headers: readonly ParamHeader[] }
  | { readonly ok: false; readonly problem: string };

const headerKeyword = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Finds and validates the parameters that a schema marks with `x-mcp-header`. */
export function findParamHeaders(schema: JsonSchema): ParamHeaders {
  // A unique token on a primitive parameter that every input can have. MCP-HEAD-05
  const headers: ParamHeader[] = [];
  const problem = collectHeaders(schema, [], true, headers);
  return problem === undefined ? { ok: true, headers } : { ok: false, problem };
}

/** Removes the `x-mcp-header` keywords from a schema. */
export function withoutParamHeaders(schema: JsonSchema): JsonSchema {
  const withoutHeader = (inner: Fields): Fields =>
    headerKeyword in inner
      ? Object.fromEntries(Object.entries(inner).filter(([name]) => name !== headerKeyword))
      : inner;
  return mapSchemas(schema, withoutHeader, { unknownKeywords: 'enter' });
}

/** Collects the headers of a schema and its subschemas. Returns the first problem, if there is one. */
function collectHeaders(
  schema: Fields,
  path: readonly string[],
  isReachable: boolean,
  headers: ParamHeader[],
): string | undefined {
  if (headerKeyword in schema) {
    const problem = isReachable ? addHeader(schema, path, headers) : unreachable(path);
    if (problem !== undefined) return problem;
  }
  // References may point to subschemas of unknown keywords.
  for (const { subschema, place } of subschemasOf(schema, 'enter')) {
    if (!isObject(subschema)) continue;
    const [keyword, name] = place;
    const isProperty = keyword === 'properties';
    const step = isProperty ? String(name) : keyword;
    const problem = collectHeaders(subschema, [...path, step], isReachable && isProperty, headers);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

// A client can't tell from the schema whether such a value exists.
function unreachable(path: readonly string[]): string {
  return `${headerKeyword} at '${path.join('.')}' is out of reach: only parameters, and properties of parameters that are objects, may have one`;
}

function addHeader(schema: Fields, path: readonly string[], headers: ParamHeader[]): string | undefined {
  const { [headerKeyword]: name, type } = schema;
  if (path.length === 0) return `${headerKeyword} belongs to a parameter, not to all of them`;
  const parameter = `'${path.join('.')}'`;
  if (typeof name !== 'string' || !token.test(name)) {
    return `${headerKeyword} of ${parameter} must be a header name without its prefix Mcp-Param-, such as 'Region'`;
  }
  if (!types.has(type)) return `${headerKeyword} of ${parameter} needs a parameter of type string, integer or boolean`;
  const header = `mcp-param-${name.toLowerCase()}`;
  if (headers.some((other) => other.header === header)) {
    return `${headerKeyword} of ${parameter} names the header of another parameter`;
  }
  headers.push({ header, path, isInteger: type === 'integer' });
  return undefined;
}
