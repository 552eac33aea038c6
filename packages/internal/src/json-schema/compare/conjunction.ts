import { isObject, own, stringsOf } from '../../json-values.ts';
import { accepts } from './accepts.ts';
import { allowedTypes, type JsonType, jsonTypes, onlyWhole } from './json-types.ts';
import { listed, type Place, placeOf, referredTo, without } from './place.ts';
import { matches } from './value-checks.ts';

/** Schema parts that all apply to the same value. */
export type Conjunction = readonly Place[];

/** A chain with more references is circular. */
const maxSteps = 200;

/** Resolves references and expands `allOf`. Returns `undefined` for an unresolvable reference. */
export function flatten(places: Conjunction): Conjunction | undefined {
  const flat: Place[] = [];
  const open = [...places];
  for (let steps = 0; ; steps += 1) {
    const place = open.shift();
    if (place === undefined) return flat;
    const { keywords, whole } = place;
    if (steps > maxSteps) return undefined;
    if (typeof keywords['$ref'] === 'string') {
      const target = referredTo(keywords['$ref'], whole);
      if (target === undefined) return undefined;
      open.unshift(target, without(place, '$ref'));
    } else if (Array.isArray(keywords['allOf'])) open.unshift(without(place, 'allOf'), ...listed(place, 'allOf'));
    else if (Object.keys(keywords).length > 0) flat.push(place);
  }
}

/** The types that all parts allow. */
export function typesOfAll(places: Conjunction): readonly JsonType[] {
  const each = places.map(allowedTypes);
  return jsonTypes.filter((type) => each.every((types) => types.has(type)));
}

/** Whether all numbers are integers. */
export function isWhole(places: Conjunction): boolean {
  return places.some((place) => onlyWhole(place) || Number.isInteger(place.keywords['multipleOf']));
}

/** The largest value of a numeric keyword, or a default. */
export function largest(places: Conjunction, keyword: string, least: number): number {
  return Math.max(least, ...numbersOf(places, keyword));
}

/** The smallest value of a numeric keyword, or a default. */
export function smallest(places: Conjunction, keyword: string, most: number): number {
  return Math.min(most, ...numbersOf(places, keyword));
}

export function numbersOf(places: Conjunction, keyword: string): readonly number[] {
  return places.map(({ keywords }) => keywords[keyword]).filter((each): each is number => typeof each === 'number');
}

/** The required properties. */
export function requiredOf(places: Conjunction): ReadonlySet<string> {
  return new Set(places.flatMap(({ keywords }) => stringsOf(keywords['required'])));
}

/** The defined properties. */
export function namedMembers(places: Conjunction): ReadonlySet<string> {
  return new Set(
    places.flatMap(({ keywords }) => [
      ...(isObject(keywords['properties']) ? Object.keys(keywords['properties']) : []),
      ...stringsOf(keywords['required']),
    ]),
  );
}

/** The schemas of a property in one part; `undefined` if they are unknown. */
export function memberOf({ keywords, whole }: Place, name: string): Conjunction | undefined {
  const found: Place[] = [];
  const named = own(keywords['properties'], name);
  if (named !== undefined) found.push(placeOf(named, whole));
  const { patternProperties, additionalProperties } = keywords;
  if (isObject(patternProperties)) {
    for (const pattern of Object.keys(patternProperties)) {
      const fits = matches(pattern, name);
      if (fits === undefined) return undefined;
      if (fits) found.push(placeOf(patternProperties[pattern], whole));
    }
  }
  if (found.length === 0 && additionalProperties !== undefined) found.push(placeOf(additionalProperties, whole));
  return found;
}

/** The known schemas of a property in all parts. */
export function memberOfAll(places: Conjunction, name: string): Conjunction {
  return places.flatMap((place) => memberOf(place, name) ?? []);
}

/** The schemas of a list item in one part. */
export function itemOf({ keywords, whole }: Place, index: number): Conjunction {
  const prefix: readonly unknown[] = Array.isArray(keywords['prefixItems']) ? keywords['prefixItems'] : [];
  const part = index < prefix.length ? prefix[index] : Array.isArray(keywords['items']) ? undefined : keywords['items'];
  return part === undefined ? [] : [placeOf(part, whole)];
}

/** The number of items with separate schemas. */
export function prefixLength(places: Conjunction): number {
  return Math.max(
    0,
    ...places.map(({ keywords: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
  );
}

/** The maximum number of items. */
export function maxItemCount(places: Conjunction): number {
  const ends = places.flatMap((place) => (place.keywords['items'] === false ? [prefixLength([place])] : []));
  return Math.min(smallest(places, 'maxItems', Number.POSITIVE_INFINITY), ...ends);
}

/** Whether the parts obviously accept no value. */
export function isEmpty(places: Conjunction): boolean {
  return typesOfAll(places).length === 0;
}

/** The accepted values, if they are enumerated. */
export function fewValues(places: Conjunction): readonly unknown[] | undefined {
  return candidates(places)?.filter((value) => places.every((place) => accepts(place, value) !== false));
}

const maxWholeNumbers = 64;

function candidates(places: Conjunction): readonly unknown[] | undefined {
  for (const { keywords } of places) {
    if (Object.hasOwn(keywords, 'const')) return [keywords['const']];
    if (Array.isArray(keywords['enum'])) return keywords['enum'] as readonly unknown[];
  }
  const types = typesOfAll(places);
  const few: readonly JsonType[] = ['null', 'boolean'];
  const numbers = types.includes('number') ? wholeNumbers(places) : [];
  if (numbers === undefined || types.some((type) => type !== 'number' && !few.includes(type))) return undefined;
  return [...(types.includes('null') ? [null] : []), ...(types.includes('boolean') ? [true, false] : []), ...numbers];
}

function wholeNumbers(places: Conjunction): readonly number[] | undefined {
  const from = Math.ceil(Math.max(...numbersOf(places, 'minimum'), ...numbersOf(places, 'exclusiveMinimum')));
  const to = Math.floor(Math.min(...numbersOf(places, 'maximum'), ...numbersOf(places, 'exclusiveMaximum')));
  if (!isWhole(places) || !(to - from < maxWholeNumbers)) return undefined;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
