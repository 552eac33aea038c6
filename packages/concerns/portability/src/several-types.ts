import { isList, type JsonSchema } from './json-schema.ts';

/** What says something of a value whatever its type. */
export const aboutTheWhole: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** Writes `type: ['string', 'null']` as `anyOf`, which is how most interfaces want to be told that a value may be null. */
export function withoutSeveralTypes(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (!isList(type) || rest['anyOf'] !== undefined) return schema;
  if (type.length === 1) return { ...rest, type: type[0] };
  const entries = Object.entries(rest);
  const whole = Object.fromEntries(entries.filter(([keyword]) => aboutTheWhole.has(keyword)));
  const inner = Object.fromEntries(entries.filter(([keyword]) => !aboutTheWhole.has(keyword)));
  return { ...whole, anyOf: type.map((one: unknown) => ofType(one, inner)).filter(takesSomething) };
}

function ofType(type: unknown, { enum: values, ...rest }: JsonSchema): JsonSchema {
  if (type === 'null') return { type };
  if (!isList(values)) return { ...rest, type };
  return { ...rest, type, enum: values.filter((value) => isOf(value, type)) };
}

function takesSomething({ enum: values }: JsonSchema): boolean {
  return !isList(values) || values.length > 0;
}

function isOf(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return isList(value);
    case 'object':
      return typeof value === 'object' && value !== null && !isList(value);
    default:
      return typeof value === type;
  }
}
