import { withoutAllOf } from './all-of.ts';
import { withEnums } from './constants.ts';
import { foldRoot } from './fold-root.ts';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { mapSchema } from './map-schema.ts';
import { withPlainMembers } from './members.ts';
import { withoutOneOf } from './one-of.ts';
import { withoutSeveralTypes } from './several-types.ts';
import { withoutTuples } from './tuples.ts';

/**
 * Writes the schema of a tool's input so that every model's interface takes it. Whatever fits the schema, with no members
 * but those that it names (ARC-36), fits this one as well: it tells a model what to send, and inputs are checked by the schema itself.
 */
export function portableInput(schema: JsonSchema): JsonSchema {
  return withoutParameters(mapSchema(foldRoot(mapSchema(schema, withoutOneOf)), portable));
}

function portable(schema: JsonSchema): JsonSchema {
  return withPlainMembers(withoutAllOf(withoutSeveralTypes(withEnums(withoutTuples(withoutOneOf(schema))))));
}

/** Of a tool without parameters, strict readers want to hear that there are none (ARC-36). */
function withoutParameters(schema: JsonSchema): JsonSchema {
  const { properties, type } = schema;
  if (type !== 'object' || (isSchemaObject(properties) && Object.keys(properties).length > 0)) return schema;
  const says = [
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    '$ref',
    'if',
    'dependentSchemas',
  ];
  if (says.some((keyword) => keyword in schema)) return { properties: {}, ...schema };
  return { ...schema, properties: {}, additionalProperties: false };
}
