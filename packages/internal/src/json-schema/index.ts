export { compareSchemas, type Inclusion } from './compare/compare-schemas.ts';
export { areDisjointSchemas } from './compare/disjoint.ts';
export { type JsonSchema, referredTo } from './compare/subschema.ts';
export type { JsonSchemaValue } from './json-schema-value.ts';
export { fieldOf, pointerOf } from './paths.ts';
export { compiles, portablePattern } from './portable-pattern.ts';
export { isSchema, resolveReference } from './references.ts';
export { isTooLargeSchema, maxSchemaParts } from './schema-size.ts';
export {
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
export { type DescribedTool, type OpenApiInfo, toolsAsOpenApi } from './tools-as-open-api.ts';
export {
  annotationKeywords,
  choicesOf,
  countCodePoints,
  describeTypes,
  isOfType,
  isPlainString,
  jsonType,
  toObjectSchema,
  toObjectSchemas,
  typesOf,
} from './types.ts';
