export { compareSchemas, type Inclusion } from './compare/compare-schemas.ts';
export { areDisjointSchemas } from './compare/disjoint.ts';
export { type JsonSchema, referredTo } from './compare/subschema.ts';
export type { JsonSchemaValue } from './json-schema-value.ts';
export { isMultipleOf } from './multiple-of.ts';
export { fieldOf, memberPath, pointerOf } from './paths.ts';
export { compilePattern, compiles, matchesPattern, portablePattern } from './portable-pattern.ts';
export { isSchema, resolveReference } from './references.ts';
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
  subschemasOf,
  visitSchemas,
} from './subschemas.ts';
export { type OpenApiInfo, type OpenApiTool, toolsAsOpenApi } from './tools-as-open-api.ts';
export {
  annotationKeywords,
  choicesOf,
  countCodePoints,
  describedWith,
  describeTypes,
  isOfType,
  isPlainString,
  jsonType,
  toObjectSchema,
  toObjectSchemas,
  typesOf,
} from './types.ts';
