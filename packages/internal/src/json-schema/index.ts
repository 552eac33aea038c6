export { exampleValue } from './example-value.ts';
export { fieldKindOf, fieldTypeOf, isUpload, openVariantOf } from './field-kinds.ts';
export { mayShareValues } from './join-schemas.ts';
export type { JsonSchemaValue } from './json-schema-value.ts';
export { isMultipleOf } from './multiple-of.ts';
export { fieldOf, memberPath, pointerOf, unescapeSegment } from './paths.ts';
export { compilePattern, compiles, defaultPatternLength, matchesPattern, portablePattern } from './portable-pattern.ts';
export { decodeStep, resolveReference } from './references.ts';
export { resolveSchema, variantsOf } from './resolve-schema.ts';
export { isTooLargeSchema, maxSchemaParts } from './schema-size.ts';
export {
  combinesSchemas,
  holdsSchemasByName,
  mapSchemas,
  mapSubschemas,
  mapSubschemasAt,
  nestingDepth,
  type PathSegment,
  propertyNamesIn,
  schemasIn,
  someSchema,
  subschemasOf,
} from './subschemas.ts';
export {
  annotationKeywords,
  choicesOf,
  countCodePoints,
  describedWith,
  describeTypes,
  isOfType,
  isPlainString,
  isSchema,
  jsonType,
  toObjectSchema,
  toObjectSchemas,
  typesOf,
} from './types.ts';
