import { isObject } from '@toolwire/internal';
import { type Place, placeOf } from './json-schema.ts';

/** The types of JSON, of which whole numbers are a part of numbers. */
export const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];

/** The type of a value. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'boolean' || type === 'number' || type === 'string' ? type : 'object';
}

/** The types that the keywords of a place let through; those in its parts are not looked into. */
export function typesOf({ keywords, whole }: Place): ReadonlySet<JsonType> {
  const { type } = keywords;
  const excluded = excludedTypes(placeOf(keywords['not'], whole), keywords['not'] !== undefined);
  return new Set(jsonTypes.filter((each) => admits(type, each) && !excluded.has(each)));
}

/** Whether the numbers that a place lets through are whole by its type. */
export function onlyWhole({ keywords: { type } }: Place): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.includes('integer') && !types.includes('number');
}

function admits(type: unknown, each: JsonType): boolean {
  if (type === undefined) return true;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.includes(each) || (each === 'number' && types.includes('integer'));
}

/** The types of which a part that is ruled out accepts every value. */
function excludedTypes({ keywords }: Place, isThere: boolean): ReadonlySet<JsonType> {
  const names = Object.keys(keywords);
  if (!isThere || !isObject(keywords) || names.some((name) => name !== 'type')) return new Set();
  if (names.length === 0) return new Set(jsonTypes);
  const { type } = keywords;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return new Set(jsonTypes.filter((each) => types.includes(each)));
}
