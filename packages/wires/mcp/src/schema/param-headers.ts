import type { JsonSchema } from '@toolwire/core';
import type { Fields } from '../rpc/json-shape.ts';
import { innerSchemas, mapSchema } from './schema-walk.ts';

/** A parameter that clients repeat in a header, for whoever routes requests without reading them. */
export interface ParamHeader {
  /** In lower case, as headers are looked up. */
  readonly header: string;
  readonly path: readonly string[];
  readonly isInteger: boolean;
}

/** The headers that a tool's parameters ask for, or why clients would turn the tool down. */
export type ParamHeaders =
  | { readonly ok: true; readonly headers: readonly ParamHeader[] }
  | { readonly ok: false; readonly problem: string };

const annotation = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Finds the parameters that a schema marks with `x-mcp-header`, and holds them against the rules of the protocol. */
export function findParamHeaders(schema: JsonSchema): ParamHeaders {
  // MCP-HEAD-05: a token, unique, of a primitive type, where every input has it.
  const headers: ParamHeader[] = [];
  const problem = problemOf(schema, [], true, headers);
  return problem === undefined ? { ok: true, headers } : { ok: false, problem };
}

/** The same schema without its marks. */
export function withoutParamHeaders(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (inner) =>
    annotation in inner ? Object.fromEntries(Object.entries(inner).filter(([name]) => name !== annotation)) : inner,
  );
}

function problemOf(
  schema: Fields,
  path: readonly string[],
  isReachable: boolean,
  found: ParamHeader[],
): string | undefined {
  if (annotation in schema) {
    const problem = isReachable ? addHeader(schema, path, found) : outOfReach(path);
    if (problem !== undefined) return problem;
  }
  for (const { schema: inner, keyword, property } of innerSchemas(schema)) {
    const reachable = isReachable && property !== undefined;
    const problem = problemOf(inner, [...path, property ?? keyword], reachable, found);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

// Whether such a value is there at all, a client cannot know from the schema alone.
function outOfReach(path: readonly string[]): string {
  return `${annotation} at '${path.join('.')}' is out of reach: only parameters, and properties of parameters that are objects, may have one`;
}

function addHeader(schema: Fields, path: readonly string[], found: ParamHeader[]): string | undefined {
  const { [annotation]: name, type } = schema;
  if (path.length === 0) return `${annotation} belongs to a parameter, not to all of them`;
  const at = `'${path.join('.')}'`;
  if (typeof name !== 'string' || !token.test(name)) {
    return `${annotation} of ${at} must be the end of a header's name, such as 'Region'`;
  }
  if (!types.has(type)) return `${annotation} of ${at} needs a parameter of type string, integer or boolean`;
  const header = `mcp-param-${name.toLowerCase()}`;
  if (found.some((other) => other.header === header)) {
    return `${annotation} of ${at} names the header of another parameter`;
  }
  found.push({ header, path, isInteger: type === 'integer' });
  return undefined;
}
