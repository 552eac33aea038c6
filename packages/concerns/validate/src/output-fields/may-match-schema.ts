import { isSameJson } from '@toolwire/internal';
import { choicesOf, isOfType, typesOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';

/** Whether a value may match a schema, judging by types, constants and required fields. `false` is certain, `true` is not. */
export function mayMatchSchema(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) {
    return schema !== false;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return false;
  }
  return isAmongChoices(schema, value) && (!isObject(value) || mayHaveFields(schema, value));
}

function mayHaveFields(schema: JsonSchema, value: Readonly<Record<string, unknown>>): boolean {
  if (!listOf(schema['required']).every((name) => Object.hasOwn(value, String(name)))) {
    return false;
  }
  const { properties } = schema;
  return (
    !isObject(properties) ||
    Object.keys(properties).every((name) => {
      const property = own(properties, name);
      return !isObject(property) || !Object.hasOwn(value, name) || isAmongChoices(property, value[name]);
    })
  );
}

/** Whether `const` and `enum` list the value, or don't exist. */
export function isAmongChoices(schema: JsonSchema, value: unknown): boolean {
  const choices = choicesOf(schema);
  return choices === undefined || choices.some((choice) => isSameJson(choice, value));
}
