import { type Fields, isObject } from '../../json-values.ts';
import { typesOf } from '../types.ts';
import { type Subschema, subschemaOf } from './subschema.ts';

/** The JSON types. Integers are also numbers. */
export const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];

/** The types that the keywords of a schema allow, without its subschemas. */
export function allowedTypes({ keywords, root }: Subschema): ReadonlySet<JsonType> {
  const excluded = excludedTypes(subschemaOf(keywords['not'], root), keywords['not'] !== undefined);
  return new Set(jsonTypes.filter((each) => admits(keywords, each) && !excluded.has(each)));
}

/** Whether a schema allows only integers as numbers. */
export function onlyWhole({ keywords }: Subschema): boolean {
  const types = typesOf(keywords);
  return types.includes('integer') && !types.includes('number');
}

function admits(keywords: Fields, each: JsonType): boolean {
  if (keywords['type'] === undefined) return true;
  const types = typesOf(keywords);
  return types.includes(each) || (each === 'number' && types.includes('integer'));
}

/** The types of which an excluded schema accepts every value. */
function excludedTypes({ keywords }: Subschema, isThere: boolean): ReadonlySet<JsonType> {
  const names = Object.keys(keywords);
  if (!isThere || !isObject(keywords) || names.some((name) => name !== 'type')) return new Set();
  if (names.length === 0) return new Set(jsonTypes);
  const types = typesOf(keywords);
  return new Set(jsonTypes.filter((each) => types.includes(each)));
}
