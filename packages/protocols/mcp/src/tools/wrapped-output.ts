import type { JsonSchema } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { mapSchemas } from '@toolwire/internal/json-schema';
import type { Revision } from '../json-rpc/revisions.ts';

/** What a tool declares about its output: none, any, an object, or any other schema. */
export type OutputShape = 'nothing' | 'anything' | 'object' | 'other';

/** The declared output of a tool. */
export function outputShape(schema: JsonSchema | null): OutputShape {
  if (schema === null) return 'nothing';
  if (schema['type'] === 'object') return 'object';
  for (const _ in schema) return 'other';
  return 'anything';
}

/** Whether the output has a listed schema. */
export function isListed(shape: OutputShape): boolean {
  return shape === 'object' || shape === 'other';
}

/** Whether a revision lists the output schema as `{ result }`: up to 2025-11-25, unless its type is `object`. */
export function isSchemaWrapped({ structured }: Revision, shape: OutputShape): boolean {
  return structured === 'objects' && shape === 'other';
}

/** Whether a revision returns a value as `{ result }`: if it wraps the schema, or requires an object and the value isn't one. */
export function isValueWrapped(revision: Revision, shape: OutputShape, isObjectValue: boolean): boolean {
  return isSchemaWrapped(revision, shape) || (revision.structured === 'objects' && !isObjectValue);
}

/** Wraps the JSON of a value as `{ result }`. */
export function wrapValue(json: string): string {
  return `{"result":${json}}`;
}

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

// References inside a schema with `$id` resolve against that ID.
function isSameResource({ $id }: Fields): boolean {
  return typeof $id !== 'string' || $id.startsWith('#');
}

function rebase(schema: Fields): Fields {
  const { $ref } = schema;
  if (typeof $ref !== 'string' || !($ref === '#' || $ref.startsWith('#/'))) return schema;
  return { ...schema, $ref: `#/properties/result${$ref.slice(1)}` };
}
