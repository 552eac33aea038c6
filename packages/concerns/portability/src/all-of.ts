import { isList, isSchemaObject, type JsonSchema } from './json-schema.ts';
import { bothOf, ownShape } from './object-shape.ts';

/** What a plain object says, and nothing else: such schemas can be joined without a word lost. */
const plainKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
]);

/** Writes plain objects that `allOf` joins as one object: strict readers know no `allOf`. */
export function withoutAllOf(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  if (!isList(allOf) || allOf.length === 0 || !allOf.every(isPlainObject)) return schema;
  const isAlone = Object.keys(rest).every((keyword) => aboutTheWhole.has(keyword));
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

const aboutTheWhole: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

function isPlainObject(schema: unknown): schema is JsonSchema {
  if (!isSchemaObject(schema) || schema['type'] !== 'object') return false;
  const { additionalProperties = true } = schema;
  return (
    typeof additionalProperties === 'boolean' && Object.keys(schema).every((keyword) => plainKeywords.has(keyword))
  );
}
