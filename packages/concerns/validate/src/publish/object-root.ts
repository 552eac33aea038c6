import { describeTypes, typesOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, own } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { isUnconstrained } from './redundant-keywords.ts';

/** Requires that a schema describes an object, and adds `type`, because a tool's input is always an object (E20). */
export function requireObjectRoot(schema: JsonSchema): JsonSchema {
  if (!describesObject(schema) && !isUnconstrained(schema)) {
    const types = describeTypes(typesOf(schema));
    throw notObject(types === '' ? 'also accepts values that are not objects' : `describes ${types}`);
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

function notObject(description: string): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_NOT_OBJECT',
    `The input schema ${description}, but a tool's input is always an object of named parameters. Put the value into an object, such as { value: … }.`,
  );
}
