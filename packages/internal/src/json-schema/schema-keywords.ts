import { type Fields, isObject, type Json, type JsonFields, stringsOf } from '../values/json-values.ts';

/** The JSON type of a value. */
export function jsonType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value has a type; 5.0 is an integer. */
export function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : jsonType(value) === type;
}

/** Whether a value is a schema: an object or a boolean. */
export function isSchema(value: unknown): value is Fields | boolean {
  return isObject(value) || typeof value === 'boolean';
}

/** The types that a schema lists; empty without `type`. */
export function typesOf({ type }: Fields): readonly string[] {
  return stringsOf(Array.isArray(type) ? type : [type]);
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['array', 'an array'],
  ['boolean', 'a boolean'],
  ['integer', 'an integer'],
  ['number', 'a number'],
  ['object', 'an object'],
  ['string', 'a string'],
]);

/** Describes types, such as `a string or null`. */
export function describeTypes(types: Iterable<string>): string {
  return [...types].map((type) => typeNames.get(type) ?? type).join(' or ');
}

/** The values that a schema lists in `const` or `enum`; `undefined` without either. */
export function choicesOf(schema: JsonFields): readonly Json[] | undefined;
export function choicesOf(schema: Fields): readonly unknown[] | undefined;
export function choicesOf(schema: Fields): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) {
    return [schema['const']];
  }
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

/** The length of a text as JSON Schema counts it, in code points. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

/** A schema as an object: `false` becomes `{ not: {} }`, and anything else that is not an object becomes `{}`. */
export function toObjectSchema(schema: unknown): Fields {
  if (schema === false) return { not: {} };
  return isObject(schema) ? schema : {};
}

/** Replaces booleans among schemas by name with objects, which some readers require. */
export function toObjectSchemas(schemas: Fields): Fields {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      typeof schema === 'boolean' ? toObjectSchema(schema) : schema,
    ]),
  );
}

/** Whether a schema has only `type: string`, which is redundant for names of properties. */
export function isPlainString(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'string' && Object.keys(schema).length === 1;
}

/** A schema with a sentence added to its description. */
export function describedWith(schema: Fields, sentence: string): Fields {
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${sentence}` : sentence };
}

/** The keywords that describe a value of any type, and constrain none. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
