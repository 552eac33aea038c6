import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { withoutAllOf } from './all-of.ts';
import { foldRoot } from './fold-root.ts';
import { hasPropertyRule } from './object-shape.ts';
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
  return closedWhenEmpty(mapSchema(foldRoot(mapSchema(schema, rewriteChoice)), rewrite));
}

/** Closes an object without parameters, which strict models require (ARC-36). */
function closedWhenEmpty(schema: JsonSchema): JsonSchema {
  const { properties, type } = schema;
  if (type !== 'object' || (isObject(properties) && Object.keys(properties).length > 0)) return schema;
  if (hasPropertyRule(schema)) return { properties: {}, ...schema };
  return { ...schema, properties: {}, additionalProperties: false };
}
