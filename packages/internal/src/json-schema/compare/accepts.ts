import { isObject, own } from '../../json-values.ts';
import { listed, type Place, placeOf, referredTo } from './place.ts';
import { type Acceptance, all, matches, valueChecks } from './value-checks.ts';

/** Checks a value against one keyword. */
type Check = (value: unknown, keyword: unknown, place: Place, references: number) => Acceptance;

/** The limit of nested references. Values are never that deep. */
const maxReferences = 50;

/** Whether a schema part accepts a value. */
export function accepts(place: Place, value: unknown, references = 0): Acceptance {
  return all(
    Object.keys(place.keywords).map((keyword) => () => {
      const check = Object.hasOwn(checks, keyword) ? checks[keyword] : undefined;
      if (check !== undefined) return check(value, place.keywords[keyword], place, references);
      return undecided.has(keyword) ? undefined : true;
    }),
  );
}

/** Keywords that need a full validator. All other keywords without a check are annotations. */
const undecided: ReadonlySet<string> = new Set([
  'format',
  '$dynamicRef',
  '$recursiveRef',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependencies',
  'contentEncoding',
]);

const checks: Readonly<Record<string, Check>> = {
  ...valueChecks,
  prefixItems: (value, _parts, place) =>
    !Array.isArray(value) ||
    all(listed(place, 'prefixItems').map((part, index) => () => index >= value.length || accepts(part, value[index]))),
  items: (value, part, { keywords, whole }) => {
    if (!Array.isArray(value)) return true;
    if (Array.isArray(part)) return undefined;
    const { prefixItems } = keywords;
    const rest = value.slice(Array.isArray(prefixItems) ? prefixItems.length : 0);
    return all(rest.map((item) => () => accepts(placeOf(part, whole), item)));
  },
  contains: (value, part, { keywords, whole }) => {
    if (!Array.isArray(value)) return true;
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = keywords;
    const found = value.map((item) => accepts(placeOf(part, whole), item));
    if (found.includes(undefined)) return undefined;
    const count = found.filter((each) => each === true).length;
    return count >= Number(minContains) && count <= Number(maxContains);
  },
  properties: (value, parts, { whole }) =>
    !isObject(value) ||
    all(
      Object.keys(value).map((name) => () => {
        const part = own(parts, name);
        return part === undefined || accepts(placeOf(part, whole), value[name]);
      }),
    ),
  patternProperties: (value, parts, { whole }) =>
    !isObject(value) ||
    !isObject(parts) ||
    all(
      Object.keys(value).flatMap((name) =>
        Object.keys(parts).map((pattern) => () => {
          const fits = matches(pattern, name);
          return fits === true
            ? accepts(placeOf(parts[pattern], whole), value[name])
            : fits === undefined
              ? undefined
              : true;
        }),
      ),
    ),
  additionalProperties: (value, part, place) =>
    !isObject(value) ||
    all(
      Object.keys(value).map((name) => () => {
        const isNamed = isCovered(place, name);
        return isNamed === false ? accepts(placeOf(part, place.whole), value[name]) : isNamed;
      }),
    ),
  propertyNames: (value, part, { whole }) =>
    !isObject(value) || all(Object.keys(value).map((name) => () => accepts(placeOf(part, whole), name))),
  dependentSchemas: (value, parts, { whole }) =>
    !isObject(value) ||
    !isObject(parts) ||
    all(
      Object.keys(parts).map(
        (name) => () => !Object.hasOwn(value, name) || accepts(placeOf(parts[name], whole), value),
      ),
    ),
  allOf: (value, _parts, place, references) =>
    all(listed(place, 'allOf').map((part) => () => accepts(part, value, references))),
  anyOf: (value, _parts, place, references) => {
    const found = listed(place, 'anyOf').map((part) => accepts(part, value, references));
    return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
  },
  oneOf: (value, _parts, place, references) => {
    const found = listed(place, 'oneOf').map((part) => accepts(part, value, references));
    const count = found.filter((each) => each === true).length;
    if (count > 1) return false;
    return found.includes(undefined) ? undefined : count === 1;
  },
  not: (value, part, { whole }, references) => {
    const found = accepts(placeOf(part, whole), value, references);
    return found === undefined ? undefined : !found;
  },
  if: (value, part, { keywords, whole }, references) => {
    const found = accepts(placeOf(part, whole), value, references);
    if (found === undefined) return undefined;
    const next = keywords[found ? 'then' : 'else'];
    return next === undefined || accepts(placeOf(next, whole), value, references);
  },
  $ref: (value, reference, { whole }, references) => {
    if (references > maxReferences || typeof reference !== 'string') return undefined;
    const part = referredTo(reference, whole);
    return part === undefined ? undefined : accepts(part, value, references + 1);
  },
};

/** Whether a property is defined by name or by a pattern. */
function isCovered({ keywords }: Place, name: string): Acceptance {
  const { properties, patternProperties } = keywords;
  if (own(properties, name) !== undefined) return true;
  const found = isObject(patternProperties)
    ? Object.keys(patternProperties).map((pattern) => matches(pattern, name))
    : [];
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
}
