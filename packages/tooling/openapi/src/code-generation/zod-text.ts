import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject, listOf, recordOf, stringsOf } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';
import { type Entry, listText, literalText, objectText } from './literal-text.ts';
import { enumText, literalsText, NotZod, numberCode, stringCode, type TypeText, withChecks } from './zod-scalars.ts';

/** The definitions that a schema refers to. */
export interface References {
  /** Returns the name of the constant for a reference. */
  readonly constantOf: (reference: string) => string;
  readonly schemaOf: (reference: string) => unknown;
}

/**
 * Writes a schema as Zod code that accepts the same values, except that it treats `oneOf` as `anyOf`. A keyword that Zod doesn't check is
 * only published. The API checks both.
 */
export function zodText(schema: unknown, references: References, indent: string): string {
  if (schema === true) return 'z.unknown()';
  if (!isObject(schema)) throw new NotZod('It accepts nothing.');
  const { text, checked } = typeText(schema, references, indent);
  return `${text}${metaText(schema, checked, indent)}`;
}

/** Writes a property. The description comes after `optional()`, because Zod reads it from the last call. */
function propertyText(schema: unknown, isRequired: boolean, references: References, indent: string): string {
  if (isRequired) return zodText(schema, references, indent);
  if (!isObject(schema)) return `${zodText(schema, references, indent)}.optional()`;
  const { text, checked } = typeText(schema, references, indent);
  return `${text}.optional()${metaText(schema, checked, indent)}`;
}

// Zod has no check for these keywords.
const unsupportedKeywords = [
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  'propertyNames',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
];

function typeText(schema: Fields, references: References, indent: string): TypeText {
  const keyword = unsupportedKeywords.find((name) => name in schema);
  if (keyword !== undefined) throw new NotZod(`It has the keyword ${keyword}.`);
  const { $ref: reference, allOf, anyOf, oneOf } = schema;
  const own = ownText(schema, references, indent);
  const parts = [
    ...(typeof reference === 'string' ? [references.constantOf(reference)] : []),
    ...listOf(allOf).map((member) => zodText(member, references, indent)),
    ...[anyOf, oneOf].filter(Array.isArray).map((members) => unionText(listOf(members), references, indent)),
    ...(own === undefined ? [] : [own.text]),
  ];
  // Zod merges the properties of closed parts, although JSON Schema would reject them.
  if (parts.length > 1 && isClosed(schema, references, new Set())) throw new NotZod('It combines a closed object.');
  let text = parts[0] ?? 'z.unknown()';
  for (const part of parts.slice(1)) text = `z.intersection(${text}, ${part})`;
  return { text, checked: ['$ref', 'allOf', 'anyOf', 'oneOf', ...(own?.checked ?? [])] };
}

/** Whether a schema or one of its parts is an object without other properties. */
function isClosed(schema: unknown, references: References, visited: Set<string>): boolean {
  const { $ref: reference, allOf, anyOf, oneOf, additionalProperties } = recordOf(schema);
  if (additionalProperties === false) return true;
  if (typeof reference === 'string' && !visited.has(reference)) {
    visited.add(reference);
    if (isClosed(references.schemaOf(reference), references, visited)) return true;
  }
  return [allOf, anyOf, oneOf].flatMap(listOf).some((part) => isClosed(part, references, visited));
}

function unionText(members: readonly unknown[], references: References, indent: string): string {
  const plain = members.filter((member) => recordOf(member).type !== 'null');
  const texts = plain.map((member) => zodText(member, references, `${indent}  `));
  const [only] = texts;
  if (only === undefined) return 'z.null()';
  const text = texts.length === 1 ? only : `z.union(${listText(texts, indent)})`;
  return plain.length < members.length ? `${text}.nullable()` : text;
}

/** Writes a schema without the keywords that combine schemas; `undefined` if no other keyword is left. */
function ownText(schema: Fields, references: References, indent: string): TypeText | undefined {
  if ('const' in schema) return { text: literalsText([schema.const], indent), checked: ['const', 'type'] };
  if (Array.isArray(schema.enum)) return { text: enumText(schema.enum, indent), checked: ['enum', 'type'] };
  const types = typesOf(schema);
  if (types.length === 0) {
    // A schema with properties is meant for objects.
    return isObject(schema.properties) || Array.isArray(schema.required)
      ? objectTypeText(schema, references, indent)
      : undefined;
  }
  const plain = types.filter((type) => type !== 'null');
  const texts = plain.map((type) => oneTypeText(type, schema, references, indent));
  const [only] = texts;
  if (only === undefined) return { text: 'z.null()', checked: ['type'] };
  const choices = texts.map(({ text: choice }) => choice);
  const text = texts.length === 1 ? only.text : `z.union(${listText(choices, indent)})`;
  return {
    text: plain.length < types.length ? `${text}.nullable()` : text,
    checked: ['type', ...texts.flatMap(({ checked }) => checked)],
  };
}

function oneTypeText(type: string, schema: Fields, references: References, indent: string): TypeText {
  switch (type) {
    case 'string':
      return stringCode(schema);
    case 'integer':
      // `z.int()` refuses integers beyond 2^53, which JSON Schema accepts.
      return numberCode('z.number().multipleOf(1)', schema);
    case 'number':
      return numberCode('z.number()', schema);
    case 'boolean':
      return { text: 'z.boolean()', checked: [] };
    case 'array':
      return arrayTypeText(schema, references, indent);
    default:
      return objectTypeText(schema, references, indent);
  }
}

const itemChecks = { minItems: 'min', maxItems: 'max' };

function arrayTypeText(schema: Fields, references: References, indent: string): TypeText {
  if (Array.isArray(schema.prefixItems)) throw new NotZod('It has a list of different items.');
  const items = schema.items === undefined ? 'z.unknown()' : zodText(schema.items, references, indent);
  const { text, checked } = withChecks(`z.array(${items})`, schema, itemChecks);
  return { text, checked: ['items', ...checked] };
}

function objectTypeText(schema: Fields, references: References, indent: string): TypeText {
  const { additionalProperties } = schema;
  const properties = recordOf(schema.properties);
  const required = new Set(stringsOf(schema.required));
  const unnamed = [...required].filter((name) => !Object.hasOwn(properties, name));
  const entries = [...Object.entries(properties), ...unnamed.map((name): [string, unknown] => [name, true])].map(
    ([name, property]): Entry => [name, propertyText(property, required.has(name), references, `${indent}  `)],
  );
  const checked = ['properties', 'required', 'additionalProperties', 'type'];
  if (additionalProperties === false) return { text: `z.strictObject(${objectText(entries, indent)})`, checked };
  if (!isObject(additionalProperties)) return { text: `z.looseObject(${objectText(entries, indent)})`, checked };
  const rest = zodText(additionalProperties, references, indent);
  const text =
    entries.length === 0
      ? `z.record(z.string(), ${rest})`
      : `z.object(${objectText(entries, indent)}).catchall(${rest})`;
  return { text, checked };
}

/** Writes the description and the other keywords, which Zod only publishes. */
function metaText(schema: JsonSchema, checked: readonly string[], indent: string): string {
  const omitted = new Set([
    ...checked,
    '$defs',
    'title',
    'properties',
    'required',
    'items',
    'type',
    'additionalProperties',
  ]);
  const meta = Object.entries(schema).filter(([name]) => !omitted.has(name));
  if (meta.length === 0) return '';
  const [first] = meta;
  if (meta.length === 1 && first?.[0] === 'description') return `.describe(${literalText(first[1], indent)})`;
  return `.meta(${literalText(Object.fromEntries(meta), indent)})`;
}
