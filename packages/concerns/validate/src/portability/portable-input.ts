import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { withoutAllOf } from './all-of.ts';
import { foldRoot } from './fold-root.ts';
import { withEnums, withoutOneOf, withoutTypeLists, withPlainProperties } from './rewrite-keywords.ts';
import { mapSchema } from './rewrite-schema.ts';
import { withoutTuples } from './tuples.ts';

/**
 * Rewrites the schema of a tool's input so that every model API accepts it. Each valid input with only named properties
 * matches the result too (ARC-36). Models see the result, and inputs are still checked with the original schema.
 */
export function portableInput(schema: JsonSchema): JsonSchema {
  return closedWhenEmpty(mapSchema(foldRoot(mapSchema(schema, withoutOneOf)), portable));
}

function portable(schema: JsonSchema): JsonSchema {
  return withPlainProperties(withoutAllOf(withoutTypeLists(withEnums(withoutTuples(withoutOneOf(schema))))));
}

/** Closes an object without parameters, which strict models require (ARC-36). */
function closedWhenEmpty(schema: JsonSchema): JsonSchema {
  const { properties, type } = schema;
  if (type !== 'object' || (isObject(properties) && Object.keys(properties).length > 0)) return schema;
  const says = [
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
  if (says.some((keyword) => keyword in schema)) return { properties: {}, ...schema };
  return { ...schema, properties: {}, additionalProperties: false };
}
