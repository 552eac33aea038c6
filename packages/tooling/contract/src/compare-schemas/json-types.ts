import type { Fields } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';
import { type Subschema, subschemaOf } from './subschema.ts';

/** The JSON types. Integers are also numbers. */
export const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];

/** The types that the keywords of a schema allow, without its subschemas except for `not`. */
export function allowedTypes({ keywords, root }: Subschema): ReadonlySet<JsonType> {
  const excluded = keywords['not'] === undefined ? none : wholeTypes(subschemaOf(keywords['not'], root));
  return new Set(jsonTypes.filter((type) => admits(keywords, type) && !excluded.has(type)));
}

/** Whether a schema allows only integers as numbers. */
export function onlyWhole({ keywords }: Subschema): boolean {
  const types = typesOf(keywords);
  return types.includes('integer') && !types.includes('number');
}

function admits(keywords: Fields, type: JsonType): boolean {
  if (keywords['type'] === undefined) return true;
  const types = typesOf(keywords);
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}

const none: ReadonlySet<JsonType> = new Set();

/** The types of which a schema accepts every value. */
function wholeTypes({ keywords }: Subschema): ReadonlySet<JsonType> {
  const names = Object.keys(keywords);
  if (names.some((name) => name !== 'type')) return none;
  if (names.length === 0) return new Set(jsonTypes);
  const types = typesOf(keywords);
  return new Set(jsonTypes.filter((type) => types.includes(type)));
}
