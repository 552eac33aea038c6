import type { JsonSchema } from '@toolwire/core';
import { entriesOf, isObject, own } from '@toolwire/internal';
import type { ReadRoute } from './route-fields.ts';
import { type MovedSchema, moveSchema } from './route-schema.ts';

/**
 * The output of a route: any of its successful responses. `undefined` without a successful response, or if one of them has no JSON schema.
 * `null` if none has a body.
 */
export function readRouteOutput({ source, schema, shared }: ReadRoute): JsonSchema | null | undefined {
  const successful = entriesOf(schema.response).filter(([status]) => /^2(?:\d\d|xx)$/iu.test(status));
  const moved = successful.map(([status, response]) => {
    const jsonSchema = jsonResponse(response);
    return jsonSchema === undefined
      ? undefined
      : moveSchema(jsonSchema, { source, part: `response ${status}`, direction: 'output', shared });
  });
  const known = moved.filter((output) => output !== undefined);
  if (known.length === 0 || known.length < moved.length) return undefined;
  if (known.every(isEmpty)) return null;
  const definitions = Object.fromEntries(known.flatMap(({ definitions: added }) => Object.entries(added)));
  const [first, ...others] = known.map(({ schema: output }) => output);
  return {
    ...(others.length === 0 ? first : { anyOf: [first, ...others] }),
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  };
}

function jsonResponse(response: unknown): unknown {
  const content = own(response, 'content');
  return isObject(content) ? own(own(content, 'application/json'), 'schema') : response;
}

function isEmpty({ schema }: MovedSchema): boolean {
  return schema['type'] === 'null';
}
