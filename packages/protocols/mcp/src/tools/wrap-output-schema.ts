import type { JsonSchema } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { mapSchemas } from '@toolwire/internal/json-schema';

/** Wraps a schema as `{ result }`, for revisions whose results are objects. References are rebased. */
export function wrapSchema(schema: JsonSchema): JsonSchema {
  const { $schema, ...rest } = schema;
  const result = isSameResource(rest)
    ? mapSchemas(rest, rebase, { enters: isSameResource, unknownKeywords: 'enter' })
    : rest;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: { result },
    required: ['result'],
  };
}

// References inside a schema with `$id` resolve against that id.
function isSameResource({ $id }: Fields): boolean {
  return typeof $id !== 'string' || $id.startsWith('#');
}

function rebase(schema: Fields): Fields {
  const { $ref } = schema;
  if (typeof $ref !== 'string' || !($ref === '#' || $ref.startsWith('#/'))) return schema;
  return { ...schema, $ref: `#/properties/result${$ref.slice(1)}` };
}
