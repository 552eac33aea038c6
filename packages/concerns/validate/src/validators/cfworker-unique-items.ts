import { hasDuplicates, isObject, listOf, type PathSegment } from '../json-schema/json.ts';
import type { ValidatorError } from './validator.ts';

type Search = (value: unknown, path: readonly PathSegment[], errors: ValidatorError[]) => void;

/** The keywords under which `uniqueItems` always applies. Under other keywords it is one condition among several. */
export const unconditionalKeywords: ReadonlySet<unknown> = new Set([
  'additionalProperties',
  'allOf',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
]);

/** Checks each unconditional `uniqueItems` in linear time. @cfworker/json-schema takes quadratic time (seen in 4.1.6). */
export function uniqueItemsErrors(schema: unknown): (value: unknown) => readonly ValidatorError[] {
  const search = searchBelow(schema);
  return (value) => {
    const errors: ValidatorError[] = [];
    search?.(value, [], errors);
    return errors;
  };
}

function searchBelow(schema: unknown): Search | undefined {
  if (!isObject(schema)) {
    return undefined;
  }
  const { uniqueItems, allOf } = schema;
  return together([
    uniqueItems === true ? searchHere : undefined,
    ...listOf(allOf).map(searchBelow),
    searchItems(schema),
    searchFields(schema),
  ]);
}

function together(searches: readonly (Search | undefined)[]): Search | undefined {
  const all = searches.filter((search) => search !== undefined);
  return all.length === 0 ? undefined : (value, path, errors) => all.forEach((search) => search(value, path, errors));
}

function searchHere(value: unknown, path: readonly PathSegment[], errors: ValidatorError[]): void {
  if (Array.isArray(value) && hasDuplicates(value)) {
    errors.push({ path, keyword: 'uniqueItems' });
  }
}

function searchItems({ prefixItems, items }: { readonly [keyword: string]: unknown }): Search | undefined {
  const first = listOf(prefixItems).map(searchBelow);
  const otherItems = searchBelow(items);
  if (otherItems === undefined && first.every((search) => search === undefined)) {
    return undefined;
  }
  return (value, path, errors) => {
    for (const [index, item] of listOf(value).entries()) {
      const search = index < first.length ? first[index] : otherItems;
      search?.(item, [...path, index], errors);
    }
  };
}

function searchFields(schema: { readonly [keyword: string]: unknown }): Search | undefined {
  const named = searchesByName(schema['properties']);
  const matched = [...searchesByName(schema['patternProperties'])].map(
    ([pattern, search]) => [new RegExp(pattern, 'u'), search] as const,
  );
  const otherFields = searchBelow(schema['additionalProperties']);
  if (
    otherFields === undefined &&
    ![...named.values(), ...matched.map(([, search]) => search)].some((search) => search !== undefined)
  ) {
    return undefined;
  }
  return (value, path, errors) => {
    for (const [name, field] of isObject(value) ? Object.entries(value) : []) {
      const searches = [
        ...(named.has(name) ? [named.get(name)] : []),
        ...matched.filter(([pattern]) => pattern.test(name)).map(([, search]) => search),
      ];
      for (const search of searches.length > 0 ? searches : [otherFields]) {
        search?.(field, [...path, name], errors);
      }
    }
  };
}

function searchesByName(schemas: unknown): ReadonlyMap<string, Search | undefined> {
  return new Map(isObject(schemas) ? Object.entries(schemas).map(([name, schema]) => [name, searchBelow(schema)]) : []);
}
