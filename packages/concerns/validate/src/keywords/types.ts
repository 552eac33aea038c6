import type { JsonSchema } from '../base/json.ts';

/** The JSON type of a value. */
export function jsonType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value is of a type; 5.0 is an integer. */
export function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : jsonType(value) === type;
}

/** The types that a schema names; none when it leaves them open. */
export function typesOf({ type }: JsonSchema): readonly string[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((one) => typeof one === 'string');
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['array', 'an array'],
  ['boolean', 'a boolean'],
  ['integer', 'an integer'],
  ['number', 'a number'],
  ['object', 'an object'],
  ['string', 'a string'],
]);

/** Types in words: `a string or null`. */
export function typeWords(types: Iterable<string>): string {
  return [...types].map((type) => typeNames.get(type) ?? type).join(' or ');
}
