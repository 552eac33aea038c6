import { isObject, own, stringsOf } from '@toolwire/internal';
import { accepts } from './accepts.ts';
import {
  allowedTypes,
  type JsonType,
  jsonTypes,
  listed,
  onlyWhole,
  referredTo,
  type Subschema,
  subschemaOf,
  without,
} from './subschema.ts';
import { matches } from './value-checks.ts';

/** Schema parts that all apply to the same value. */
export type Conjunction = readonly Subschema[];

/** More steps mean that a reference is circular, or that the schema is too large to compare. */
const maxSteps = 200;

/** Resolves references and expands `allOf`. Returns `undefined` for an unresolvable reference or after `maxSteps`. */
export function flatten(subschemas: Conjunction): Conjunction | undefined {
  const flat: Subschema[] = [];
  const open = [...subschemas];
  for (let steps = 0; ; steps += 1) {
    const subschema = open.shift();
    if (subschema === undefined) return flat;
    const { keywords, root } = subschema;
    if (steps > maxSteps) return undefined;
    if (typeof keywords['$ref'] === 'string') {
      const target = referredTo(keywords['$ref'], root);
      if (target === undefined) return undefined;
      open.unshift(target, without(subschema, '$ref'));
    } else if (Array.isArray(keywords['allOf'])) {
      open.unshift(without(subschema, 'allOf'), ...listed(subschema, 'allOf'));
    } else if (Object.keys(keywords).length > 0) flat.push(subschema);
  }
}

/** The ways to replace a part that has alternatives: each is a list of conjunctions, one for each alternative. */
export function* splits(subschemas: Conjunction): Generator<readonly Conjunction[]> {
  for (const subschema of subschemas) {
    for (const keyword of ['anyOf', 'oneOf']) {
      const alternatives = listed(subschema, keyword);
      if (alternatives.length === 0) continue;
      const rest = subschemas.map((part) => (part === subschema ? without(subschema, keyword) : part));
      yield alternatives.map((alternative) => [...rest, alternative]);
    }
  }
}

/** The types that all parts allow. */
export function typesOfAll(subschemas: Conjunction): readonly JsonType[] {
  const allowed = subschemas.map(allowedTypes);
  return jsonTypes.filter((type) => allowed.every((types) => types.has(type)));
}

/** Whether all numbers are integers. */
export function isWhole(subschemas: Conjunction): boolean {
  return subschemas.some((subschema) => onlyWhole(subschema) || Number.isInteger(subschema.keywords['multipleOf']));
}

/** The largest value of a numeric keyword, or a default. */
export function largest(subschemas: Conjunction, keyword: string, defaultValue: number): number {
  return Math.max(defaultValue, ...numbersOf(subschemas, keyword));
}

/** The smallest value of a numeric keyword, or a default. */
export function smallest(subschemas: Conjunction, keyword: string, defaultValue: number): number {
  return Math.min(defaultValue, ...numbersOf(subschemas, keyword));
}

/** The values of a numeric keyword. */
export function numbersOf(subschemas: Conjunction, keyword: string): readonly number[] {
  return subschemas.map(({ keywords }) => keywords[keyword]).filter((value) => typeof value === 'number');
}

/** The required properties. */
export function requiredOf(subschemas: Conjunction): ReadonlySet<string> {
  return new Set(subschemas.flatMap(({ keywords }) => stringsOf(keywords['required'])));
}

/** The properties that are defined, required or both. */
export function namedMembers(subschemas: Conjunction): ReadonlySet<string> {
  return new Set(
    subschemas.flatMap(({ keywords }) => [
      ...(isObject(keywords['properties']) ? Object.keys(keywords['properties']) : []),
      ...stringsOf(keywords['required']),
    ]),
  );
}

/** The schemas of a property in one part; `undefined` if they are unknown. */
export function memberOf({ keywords, root }: Subschema, name: string): Conjunction | undefined {
  const schemas: Subschema[] = [];
  const named = own(keywords['properties'], name);
  if (named !== undefined) schemas.push(subschemaOf(named, root));
  const { patternProperties, additionalProperties } = keywords;
  if (isObject(patternProperties)) {
    for (const pattern of Object.keys(patternProperties)) {
      const isMatch = matches(pattern, name);
      if (isMatch === undefined) return undefined;
      if (isMatch) schemas.push(subschemaOf(patternProperties[pattern], root));
    }
  }
  if (schemas.length === 0 && additionalProperties !== undefined) schemas.push(subschemaOf(additionalProperties, root));
  return schemas;
}

/** The known schemas of a property in all parts. */
export function memberOfAll(subschemas: Conjunction, name: string): Conjunction {
  return subschemas.flatMap((subschema) => memberOf(subschema, name) ?? []);
}

/** The schemas of a list item in one part. */
export function itemOf({ keywords, root }: Subschema, index: number): Conjunction {
  const prefix: readonly unknown[] = Array.isArray(keywords['prefixItems']) ? keywords['prefixItems'] : [];
  const part = index < prefix.length ? prefix[index] : Array.isArray(keywords['items']) ? undefined : keywords['items'];
  return part === undefined ? [] : [subschemaOf(part, root)];
}

/** The number of items with separate schemas. */
export function prefixLength(subschemas: Conjunction): number {
  return Math.max(
    0,
    ...subschemas.map(({ keywords: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
  );
}

/** The maximum number of items. */
export function maxItemCount(subschemas: Conjunction): number {
  const ends = subschemas.flatMap((subschema) =>
    subschema.keywords['items'] === false ? [prefixLength([subschema])] : [],
  );
  return Math.min(smallest(subschemas, 'maxItems', Number.POSITIVE_INFINITY), ...ends);
}

/** Whether the parts obviously accept no value. */
export function isEmpty(subschemas: Conjunction): boolean {
  return typesOfAll(subschemas).length === 0;
}

/** The accepted values, if they are enumerated. */
export function fewValues(subschemas: Conjunction): readonly unknown[] | undefined {
  return candidates(subschemas)?.filter((value) =>
    subschemas.every((subschema) => accepts(subschema, value) !== false),
  );
}

const maxWholeNumbers = 64;

function candidates(subschemas: Conjunction): readonly unknown[] | undefined {
  for (const { keywords } of subschemas) {
    if (Object.hasOwn(keywords, 'const')) return [keywords['const']];
    if (Array.isArray(keywords['enum'])) return keywords['enum'] as readonly unknown[];
  }
  const types = typesOfAll(subschemas);
  const few: readonly JsonType[] = ['null', 'boolean'];
  const numbers = types.includes('number') ? wholeNumbers(subschemas) : [];
  if (numbers === undefined || types.some((type) => type !== 'number' && !few.includes(type))) return undefined;
  return [...(types.includes('null') ? [null] : []), ...(types.includes('boolean') ? [true, false] : []), ...numbers];
}

function wholeNumbers(subschemas: Conjunction): readonly number[] | undefined {
  const from = Math.ceil(Math.max(...numbersOf(subschemas, 'minimum'), ...numbersOf(subschemas, 'exclusiveMinimum')));
  const to = Math.floor(Math.min(...numbersOf(subschemas, 'maximum'), ...numbersOf(subschemas, 'exclusiveMaximum')));
  if (!isWhole(subschemas) || !(to - from < maxWholeNumbers)) return undefined;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
