import type { Fields } from '@toolwire/internal';
import { escapeHidden, listText, literalText, stringText } from './literal-text.ts';

/** A schema can't be expressed with Zod, so its tool gets the JSON Schema. */
export class NotZod extends Error {
  override readonly name: string = 'NotZod';
}

/** The Zod code of a schema. */
export interface TypeText {
  readonly text: string;
  /** The keywords that the code expresses. */
  readonly checked: readonly string[];
}

/** Writes the values of `enum`: as an enumeration if they are strings and null. */
export function enumText(values: readonly unknown[], indent: string): string {
  const texts = values.filter((value) => typeof value === 'string');
  const isPlain = values.every((value) => typeof value === 'string' || value === null);
  if (!isPlain || texts.length === 0) return literalsText(values, indent);
  const list = listText([...new Set(texts)].map(stringText), indent);
  return `z.enum(${list})${texts.length < values.length ? '.nullable()' : ''}`;
}

/** Writes values as literals. Throws `NotZod` for objects and lists. */
export function literalsText(values: readonly unknown[], indent: string): string {
  if (values.some((value) => typeof value === 'object' && value !== null)) throw new NotZod('A constant is an object.');
  const list = values.map((value) => literalText(value, indent));
  return `z.literal(${list.length === 1 ? list[0] : listText(list, indent)})`;
}

const numberChecks = {
  minimum: 'min',
  maximum: 'max',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
  multipleOf: 'multipleOf',
};
// Zod counts UTF-16 code units. JSON Schema counts code points, which are fewer, so `max` would reject valid texts. `min` accepts a few
// texts that are too short.
const lengthChecks = { minLength: 'min' };

/** Appends the limits of a number to the code of its type. */
export function numberCode(text: string, schema: Fields): TypeText {
  return withChecks(text, schema, numberChecks);
}

/** Appends the checks whose keywords a schema has. */
export function withChecks(text: string, schema: Fields, checks: Readonly<Record<string, string>>): TypeText {
  const used = Object.entries(checks).filter(([keyword]) => schema[keyword] !== undefined);
  return {
    text: `${text}${used.map(([keyword, name]) => `.${name}(${String(schema[keyword])})`).join('')}`,
    checked: used.map(([keyword]) => keyword),
  };
}

/** Writes a string with its pattern and its minimum length. */
export function stringCode(schema: Fields): TypeText {
  const { text, checked } = withChecks('z.string()', schema, lengthChecks);
  if (typeof schema.pattern !== 'string') return { text, checked };
  return { text: `${text}.regex(${patternText(schema.pattern)})`, checked: [...checked, 'pattern'] };
}

function patternText(pattern: string): string {
  try {
    // Validators of JSON Schema use the flag `u`.
    return escapeHidden(new RegExp(pattern, 'u').toString());
  } catch {
    throw new NotZod('A pattern is not a regular expression of JavaScript.');
  }
}
