import { annotationKeywords } from '@toolwire/internal/json-schema';
import { isList, isObject, type JsonSchema } from '../json-schema/json.ts';
import { bothOf, ownShape } from './object-shape.ts';

/** The keywords of a plain object. Schemas with only these keywords can be merged without loss. */
const plainKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
]);

/** Merges the plain objects in an `allOf`, which strict models don't support. */
export function withoutAllOf(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  if (!isList(allOf) || allOf.length === 0 || !allOf.every(isPlainObject)) return schema;
  const isAlone = Object.keys(rest).every((keyword) => annotationKeywords.has(keyword));
  if (!isAlone && !isPlainObject(rest)) return schema;
  const parts = isAlone ? allOf : [rest, ...allOf];
  const { properties, required, isClosed } = parts.map(ownShape).reduce(bothOf);
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

function isPlainObject(schema: unknown): schema is JsonSchema {
  if (!isObject(schema) || schema['type'] !== 'object') return false;
  const { additionalProperties = true } = schema;
  return (
    typeof additionalProperties === 'boolean' && Object.keys(schema).every((keyword) => plainKeywords.has(keyword))
  );
}
