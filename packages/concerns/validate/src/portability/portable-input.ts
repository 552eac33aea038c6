import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { withoutAllOf } from './all-of.ts';
import { foldRoot } from './fold-root.ts';
import { mapSchema, withEnums, withoutOneOf, withoutTypeLists, withPlainProperties } from './rewrite-keywords.ts';
import { withoutTuples } from './tuples.ts';
import { withoutUnionSiblings } from './union-siblings.ts';

/** Options for the portable form of an input. */
export interface PortableOptions {
  /** The replaced keywords to keep below the root, for readers that support them. Default: none. */
  readonly keep?: readonly ('oneOf' | 'prefixItems')[] | undefined;
}

/**
 * Rewrites the schema of a tool's input so that every model API accepts it. Each valid input with only named properties
 * matches the result too (ARC-36). Models see the result, and inputs are still checked with the original schema.
 */
export function portableInput(schema: JsonSchema, { keep = [] }: PortableOptions = {}): JsonSchema {
  const rewriteChoice = keep.includes('oneOf') ? (one: JsonSchema): JsonSchema => one : withoutOneOf;
  const rewrite = (subschema: JsonSchema): JsonSchema => {
    const plain = withEnums(withoutTuples(rewriteChoice(subschema), keep.includes('prefixItems')));
    return withPlainProperties(withoutUnionSiblings(withoutAllOf(withoutTypeLists(plain))));
  };
  const portable = mapSchema(foldRoot(mapSchema(schema, rewriteChoice)), rewrite);
  // The listed values have properties, although the schema doesn't name them.
  return 'enum' in schema || 'const' in schema ? portable : closedWhenEmpty(portable);
}

/** Closes an object without parameters, which strict models require (ARC-36). */
function closedWhenEmpty(schema: JsonSchema): JsonSchema {
  const { properties, type } = schema;
  if (type !== 'object' || (isObject(properties) && Object.keys(properties).length > 0)) return schema;
  const propertyRules = [
    'additionalProperties',
    'unevaluatedProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'required',
    '$ref',
    'if',
    'dependentSchemas',
  ];
  if (propertyRules.some((keyword) => keyword in schema)) return { properties: {}, ...schema };
  return { ...schema, properties: {}, additionalProperties: false };
}
