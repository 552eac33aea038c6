import type { JsonSchema } from '@toolwire/core';
import { typesOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonRecord, listOf, recordOf, stringsOf } from '../base/json.ts';
import { type Entry, listText, literalText, objectText } from './literal-text.ts';
import { enumText, literalsText, NotZod, numberCode, stringCode, type TypeText, withChecks } from './zod-scalars.ts';

/** Returns the constant that a reference means. */
export type ConstantOf = (reference: string) => string;

/** A schema as Zod code. It accepts what the schema accepts; a keyword that Zod doesn't check is published, and left to the API. */
export function zodText(schema: unknown, constantOf: ConstantOf, indent: string): string {
  if (schema === true) return 'z.unknown()';
  if (!isObject(schema)) throw new NotZod('It accepts nothing.');
  const { text, checked } = typeText(schema, constantOf, indent);
  return `${text}${metaText(schema, checked, indent)}`;
}

/** A property: optional where it isn't required, with the description last, where Zod looks for it. */
function propertyText(schema: unknown, isRequired: boolean, constantOf: ConstantOf, indent: string): string {
  if (isRequired) return zodText(schema, constantOf, indent);
  if (!isObject(schema)) return `${zodText(schema, constantOf, indent)}.optional()`;
  const { text, checked } = typeText(schema, constantOf, indent);
  return `${text}.optional()${metaText(schema, checked, indent)}`;
}

// Zod has no check for these, so such a schema stays JSON Schema.
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

function typeText(schema: JsonRecord, constantOf: ConstantOf, indent: string): TypeText {
  const keyword = unsupportedKeywords.find((name) => name in schema);
  if (keyword !== undefined) throw new NotZod(`It has the keyword ${keyword}.`);
  const { $ref: reference, allOf, anyOf, oneOf } = schema;
  const own = ownText(schema, constantOf, indent);
  const parts = [
    ...(typeof reference === 'string' ? [constantOf(reference)] : []),
    ...listOf(allOf).map((member) => memberText(member, constantOf, indent)),
    ...[anyOf, oneOf].filter(Array.isArray).map((members) => unionText(listOf(members), constantOf, indent)),
    ...(own === undefined ? [] : [own.text]),
  ];
  const [first = 'z.unknown()', ...others] = parts;
  const text = others.reduce((left, right) => `z.intersection(${left}, ${right})`, first);
  return { text, checked: ['$ref', 'allOf', 'anyOf', 'oneOf', ...(own?.checked ?? [])] };
}

/** A member of `allOf`. A closed object would refuse the properties of the other members in JSON Schema, and Zod merges them. */
function memberText(member: unknown, constantOf: ConstantOf, indent: string): string {
  if (recordOf(member).additionalProperties === false) throw new NotZod('A member of allOf is closed.');
  return zodText(member, constantOf, indent);
}

function unionText(members: readonly unknown[], constantOf: ConstantOf, indent: string): string {
  const plain = members.filter((member) => recordOf(member).type !== 'null');
  const texts = plain.map((member) => zodText(member, constantOf, `${indent}  `));
  const [only] = texts;
  if (only === undefined) return 'z.null()';
  const text = texts.length === 1 ? only : `z.union(${listText(texts, indent)})`;
  return plain.length < members.length ? `${text}.nullable()` : text;
}

/** The schema without the keywords that combine schemas; `undefined` where nothing is left. */
function ownText(schema: JsonRecord, constantOf: ConstantOf, indent: string): TypeText | undefined {
  if ('const' in schema) return { text: literalsText([schema.const], indent), checked: ['const', 'type'] };
  if (Array.isArray(schema.enum)) return { text: enumText(schema.enum, indent), checked: ['enum', 'type'] };
  const types = typesOf(schema);
  if (types.length === 0) {
    // A schema with properties is meant for objects.
    return isObject(schema.properties) || Array.isArray(schema.required)
      ? objectTypeText(schema, constantOf, indent)
      : undefined;
  }
  const plain = types.filter((type) => type !== 'null');
  const texts = plain.map((type) => oneTypeText(type, schema, constantOf, indent));
  const [only] = texts;
  if (only === undefined) return { text: 'z.null()', checked: ['type'] };
  const text =
    texts.length === 1
      ? only.text
      : `z.union(${listText(
          texts.map((one) => one.text),
          indent,
        )})`;
  return {
    text: plain.length < types.length ? `${text}.nullable()` : text,
    checked: ['type', ...texts.flatMap(({ checked }) => checked)],
  };
}

function oneTypeText(type: string, schema: JsonRecord, constantOf: ConstantOf, indent: string): TypeText {
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
      return arrayTypeText(schema, constantOf, indent);
    default:
      return objectTypeText(schema, constantOf, indent);
  }
}

const itemChecks = { minItems: 'min', maxItems: 'max' };

function arrayTypeText(schema: JsonRecord, constantOf: ConstantOf, indent: string): TypeText {
  if (Array.isArray(schema.prefixItems)) throw new NotZod('It has a list of different items.');
  const items = schema.items === undefined ? 'z.unknown()' : zodText(schema.items, constantOf, indent);
  const { text, checked } = withChecks(`z.array(${items})`, schema, itemChecks);
  return { text, checked: ['items', ...checked] };
}

function objectTypeText(schema: JsonRecord, constantOf: ConstantOf, indent: string): TypeText {
  const { additionalProperties: others } = schema;
  const properties = recordOf(schema.properties);
  const required = new Set(stringsOf(schema.required));
  const unnamed = [...required].filter((name) => !Object.hasOwn(properties, name));
  const entries = [...Object.entries(properties), ...unnamed.map((name): [string, unknown] => [name, true])].map(
    ([name, property]): Entry => [name, propertyText(property, required.has(name), constantOf, `${indent}  `)],
  );
  const checked = ['properties', 'required', 'additionalProperties', 'type'];
  if (others === false) return { text: `z.strictObject(${objectText(entries, indent)})`, checked };
  if (!isObject(others)) return { text: `z.looseObject(${objectText(entries, indent)})`, checked };
  const rest = zodText(others, constantOf, indent);
  const text =
    entries.length === 0
      ? `z.record(z.string(), ${rest})`
      : `z.object(${objectText(entries, indent)}).catchall(${rest})`;
  return { text, checked };
}

/** The description and the other keywords, which Zod publishes as they are. */
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
