import { describeTypes, typesOf } from '@toolwire/internal/json-schema';
import { entriesOf, isAnnotation, isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';

/** The parameters of an input schema, including the parameters of union branches. */
export function parametersOf(schema: JsonSchema): ReadonlyMap<string, unknown> {
  const parameters = new Map<string, unknown>();
  collectParameters(schema, parameters);
  return parameters;
}

function collectParameters(schema: unknown, into: Map<string, unknown>): void {
  if (!isObject(schema)) {
    return;
  }
  for (const [name, subschema] of entriesOf(own(schema, 'properties'))) {
    if (!into.has(name) || isDescribed(subschema)) into.set(name, subschema);
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const branch of listOf(own(schema, keyword))) {
      collectParameters(branch, into);
    }
  }
}

/** Returns the names of parameters without a description (OTC-DEF-10). In strict mode one error lists them all. */
export function undescribedParameters(inputSchema: JsonSchema, strict: boolean): readonly string[] {
  const names = [...parametersOf(inputSchema)].filter(([, schema]) => !isDescribed(schema)).map(([name]) => name);
  if (strict && names.length > 0) {
    const list = names.map((name) => `'${name}'`).join(', ');
    throw new SchemaError(
      'TW_SCHEMA_DESCRIPTION',
      `Parameters without a description: ${list}. Add one to each, because models choose values by it (OTC-DEF-10).`,
      names[0],
    );
  }
  return names;
}

function isDescribed(schema: unknown): boolean {
  const description = isObject(schema) ? own(schema, 'description') : undefined;
  return typeof description === 'string' && description.trim() !== '';
}

/** Requires that a schema describes an object, and adds `type`, because a tool's input is always an object (E20). */
export function requireObjectRoot(schema: JsonSchema): JsonSchema {
  if (!describesObject(schema) && !isUnconstrained(schema)) {
    const types = describeTypes(typesOf(schema));
    const description = types === '' ? 'also accepts values that are not objects' : `describes ${types}`;
    throw new SchemaError(
      'TW_SCHEMA_NOT_OBJECT',
      `The input schema ${description}, but a tool's input is always an object of named parameters. Put the value into an object, such as { value: … }.`,
    );
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

/** Whether a schema accepts every value. */
export function isUnconstrained(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => isAnnotation(keyword) || documentKeywords.has(keyword));
}

const documentKeywords = new Set(['$schema', '$id', 'id', '$comment', '$defs', 'definitions']);
