import { isSchemaObject, type JsonSchema } from './json-schema.ts';

/** Leaves out what says nothing of an object's members, and describes each of them by an object: few readers know `true`. */
export function withPlainMembers(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => keyword !== 'propertyNames' || !saysOnlyText(value))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'properties' && isSchemaObject(value) ? withoutBooleans(value) : value,
      ]),
  );
}

/** The name of a member is a text in any case. */
function saysOnlyText(schema: unknown): boolean {
  if (!isSchemaObject(schema) || schema['type'] !== 'string') return false;
  return Object.keys(schema).length === 1;
}

function withoutBooleans(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      schema === true ? {} : schema === false ? { not: {} } : schema,
    ]),
  );
}
