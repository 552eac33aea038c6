import { isSameJson } from '@toolwire/internal';
import { annotationKeywords } from '@toolwire/internal/json-schema';
import { isArray, isObject, type JsonSchema } from '../json-schema/json.ts';
import { isPlainObjectSchema, mergeShapes, ownShape } from './object-shape.ts';

/** Merges the parts of an `allOf`, which strict models and some APIs don't support, if the result accepts at least the same values. */
export function withoutAllOf(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  if (!isArray(allOf) || allOf.length === 0) return schema;
  return withoutPlainObjects(rest, allOf) ?? withoutSeparateKeywords(rest, allOf) ?? schema;
}

function withoutPlainObjects(rest: JsonSchema, allOf: readonly unknown[]): JsonSchema | undefined {
  if (!allOf.every(isPlainObjectSchema) || allOf.some(hasLostAnnotation)) return undefined;
  const isAlone = Object.keys(rest).every((keyword) => annotationKeywords.has(keyword));
  if (!isAlone && !isPlainObjectSchema(rest)) return undefined;
  const parts = isAlone ? allOf : [rest, ...allOf];
  const { properties, required, isClosed } = parts.map(ownShape).reduce(mergeShapes);
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

/** Whether a part has an annotation that one merged object would lose. The title and description of the whole are enough. */
function hasLostAnnotation(part: JsonSchema): boolean {
  return Object.keys(part).some(
    (keyword) => annotationKeywords.has(keyword) && keyword !== 'title' && keyword !== 'description',
  );
}

/** Keywords whose meaning depends on each other. One part must have all of them. */
const dependentKeywords: readonly (readonly string[])[] = [
  ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ['items', 'prefixItems', 'unevaluatedItems', 'contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
  ['$ref', '$id', '$anchor', '$defs', 'definitions'],
];

/** Joins parts that have no rule in common, except for equal ones. */
function withoutSeparateKeywords(rest: JsonSchema, allOf: readonly unknown[]): JsonSchema | undefined {
  let joined = rest;
  for (const part of allOf) {
    if (!isObject(part) || !isSeparate(joined, part)) return undefined;
    joined = { ...part, ...joined };
  }
  return joined;
}

function isSeparate(left: JsonSchema, right: JsonSchema): boolean {
  const isIn = (schema: JsonSchema, keywords: readonly string[]): boolean =>
    keywords.some((keyword) => keyword in schema);
  return (
    !dependentKeywords.some((keywords) => isIn(left, keywords) && isIn(right, keywords)) &&
    Object.keys(right).every(
      (keyword) => !(keyword in left) || annotationKeywords.has(keyword) || isSameJson(left[keyword], right[keyword]),
    )
  );
}
