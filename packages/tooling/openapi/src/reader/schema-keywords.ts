import { type Fields, isObject, listOf } from '@toolwire/internal';
import { portablePattern } from '@toolwire/internal/json-schema';
import { Unsupported } from './references.ts';

/** Keywords with one schema, a list of schemas, or schemas by name. `schema-reader.ts` reads `items`. */
export const subschemaKeywords: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ['additionalProperties', 'one'],
  ['contains', 'one'],
  ['else', 'one'],
  ['if', 'one'],
  ['not', 'one'],
  ['propertyNames', 'one'],
  ['then', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['dependentSchemas', 'map'],
  ['patternProperties', 'map'],
  ['properties', 'map'],
]);

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag = (value: unknown) => typeof value === 'boolean';
const isFilledList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isNames = (value: unknown) => Array.isArray(value) && listOf(value).every(isText);
const isAny = (value: unknown) => value !== undefined;

/** Keywords that are copied if their value is valid. Keywords that JSON Schema doesn't have are omitted. */
export const plainKeywords: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['const', isAny],
  ['contentEncoding', isText],
  ['contentMediaType', isText],
  ['default', isAny],
  ['dependentRequired', (value) => isObject(value) && Object.values(value).every(isNames)],
  ['deprecated', isFlag],
  ['description', isText],
  ['enum', isFilledList],
  ['examples', isFilledList],
  ['exclusiveMaximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['maxContains', isCount],
  ['maxItems', isCount],
  ['maxLength', isCount],
  ['maxProperties', isCount],
  ['maximum', isNumber],
  ['minContains', isCount],
  ['minItems', isCount],
  ['minLength', isCount],
  ['minProperties', isCount],
  ['minimum', isNumber],
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ['title', isText],
  ['uniqueItems', isFlag],
]);

const jsonTypes = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** Checks the type or types of a schema, and returns each type once. */
export function checkedType(type: unknown): unknown {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const unknownType = types.find((name) => typeof name !== 'string' || !jsonTypes.has(name));
  if (unknownType !== undefined || types.length === 0) {
    throw new Unsupported(`A schema has the unknown type ${JSON.stringify(unknownType ?? type)}.`);
  }
  return Array.isArray(type) ? [...new Set(types)] : type;
}

/** Converts the limits of draft 4, which has `exclusiveMinimum: true` next to `minimum`. */
export function convertLimits(source: Fields, schema: Record<string, unknown>): void {
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (source[exclusive] !== true || schema[limit] === undefined) continue;
    schema[exclusive] = schema[limit];
    delete schema[limit];
  }
}

// Some documents write a pattern between slashes like JavaScript. With the slashes it would match nothing.
const withSlashes = /^\/(\^.*\$)\/[dgimsuvy]*$/u;

/** Copies a pattern that JSON Schema accepts, such as `_` for `\_`. A pattern of another language, such as `(?i)a`, is omitted. */
export function convertPattern({ pattern }: Fields, schema: Record<string, unknown>): void {
  if (typeof pattern !== 'string') return;
  const portable = portablePattern(withSlashes.exec(pattern)?.[1] ?? pattern);
  if (portable !== undefined) schema.pattern = portable;
}

const objectKeywords = [
  'additionalProperties',
  'maxProperties',
  'minProperties',
  'patternProperties',
  'properties',
  'required',
];

/** Removes keywords of objects from other types. They have no effect there, but the strict modes of model APIs reject them. */
export function dropObjectKeywords(schema: Record<string, unknown>): void {
  if (typeof schema.type !== 'string' || schema.type === 'object') return;
  for (const keyword of objectKeywords) delete schema[keyword];
}

/** Returns a schema that also accepts null, like `nullable` of OpenAPI 3.0. */
export function acceptingNull(schema: Fields): Fields {
  const { type } = schema;
  const types: readonly unknown[] = typeof type === 'string' ? [type] : listOf(type);
  const isPlain = !['allOf', 'anyOf', 'oneOf', 'not', 'const'].some((keyword) => keyword in schema);
  if (!isPlain) return { anyOf: [schema, { type: 'null' }] };
  if (types.length === 0 && !Array.isArray(schema.enum)) return schema;
  return {
    ...schema,
    ...(types.length > 0 && { type: [...new Set([...types, 'null'])] }),
    ...(Array.isArray(schema.enum) && { enum: [...new Set([...listOf(schema.enum), null])] }),
  };
}
