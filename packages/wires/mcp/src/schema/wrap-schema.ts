import type { JsonSchema } from '@toolwire/core';
import type { Fields } from '../rpc/json-shape.ts';
import { mapSchema } from './schema-walk.ts';

/** What a tool says of its results: nothing comes back, anything may, an object does, or something else. */
export type OutputShape = 'nothing' | 'anything' | 'object' | 'other';

/** Tells what kind of result a tool declares. */
export function outputShape(schema: JsonSchema | null): OutputShape {
  if (schema === null) return 'nothing';
  if (schema['type'] === 'object') return 'object';
  for (const _ in schema) return 'other';
  return 'anything';
}

/** The schema of `{ result }` around a value, for revisions whose results are objects; references go on to point where they did. */
export function wrapSchema(schema: JsonSchema): JsonSchema {
  const { $schema, ...rest } = schema;
  const result = mapSchema(rest, rebase, isSameResource);
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: { result },
    required: ['result'],
  };
}

// A schema with an id of its own is what its references count from, wherever it stands.
function isSameResource({ $id }: Fields): boolean {
  return typeof $id !== 'string' || $id.startsWith('#');
}

function rebase(schema: Fields): Fields {
  const { $ref } = schema;
  if (typeof $ref !== 'string' || !($ref === '#' || $ref.startsWith('#/'))) return schema;
  return { ...schema, $ref: `#/properties/result${$ref.slice(1)}` };
}
