import { type Fields, listOf } from '@toolwire/internal';
import { portablePattern } from '@toolwire/internal/json-schema';
import { Unsupported } from './references.ts';

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
