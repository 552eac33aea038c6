import { isObject, type JsonSchema, own } from '../base/json.ts';
import { SchemaError } from '../base/schema-error.ts';
import { typesOf, typeWords } from '../keywords/types.ts';
import { saysNothing } from './slim.ts';

/** Requires that a schema describes an object, and says so in its `type`: a tool's input always is one (E20). */
export function requireObjectRoot(schema: unknown): JsonSchema {
  if (!isObject(schema)) {
    throw notObject('nothing about the fields');
  }
  if (!describesObject(schema) && !saysNothing(schema)) {
    throw notObject(typeWords(typesOf(schema)) || 'what need not be an object');
  }
  const { type: _type, ...rest } = schema;
  return { type: 'object', ...rest };
}

const objectKeywords = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
];

function describesObject(schema: unknown): boolean {
  if (!isObject(schema)) {
    return false;
  }
  const type = own(schema, 'type');
  if (type !== undefined) {
    return type === 'object' || (Array.isArray(type) && type.length === 1 && type[0] === 'object');
  }
  const { allOf, anyOf, oneOf } = schema;
  return (
    objectKeywords.some((keyword) => Object.hasOwn(schema, keyword)) ||
    (Array.isArray(allOf) && allOf.some(describesObject)) ||
    (Array.isArray(anyOf) && anyOf.every(describesObject)) ||
    (Array.isArray(oneOf) && oneOf.every(describesObject))
  );
}

function notObject(found: string): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_NOT_OBJECT',
    `The input schema describes ${found}, but a tool's input is always an object of named parameters. Put the value into an object, such as { value: … }.`,
  );
}
