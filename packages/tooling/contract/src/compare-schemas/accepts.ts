import { type Fields, isObject, own } from '@toolwire/internal';
import { listed, referredTo, type Subschema, subschemaOf } from './subschema.ts';
import { type Acceptance, all, any, matches, valueChecks } from './value-checks.ts';

/** The targets of the references that led to a schema part, for the same value. */
type Followed = readonly Fields[];

/** Checks a value against one keyword. */
type Check = (value: unknown, keyword: unknown, subschema: Subschema, followed: Followed) => Acceptance;

/** Whether a schema part accepts a value. */
export function accepts(subschema: Subschema, value: unknown, followed: Followed = []): Acceptance {
  return all(
    Object.keys(subschema.keywords).map((keyword) => () => {
      const check = Object.hasOwn(checks, keyword) ? checks[keyword] : undefined;
      if (check !== undefined) return check(value, subschema.keywords[keyword], subschema, followed);
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
  prefixItems: (value, _parts, subschema) =>
    !Array.isArray(value) ||
    all(
      listed(subschema, 'prefixItems').map((part, index) => () => index >= value.length || accepts(part, value[index])),
    ),
  items: (value, part, { keywords, root }) => {
    if (!Array.isArray(value)) return true;
    if (Array.isArray(part)) return undefined;
    const { prefixItems } = keywords;
    const rest = value.slice(Array.isArray(prefixItems) ? prefixItems.length : 0);
    return all(rest.map((item) => () => accepts(subschemaOf(part, root), item)));
  },
  contains: (value, part, { keywords, root }) => {
    if (!Array.isArray(value)) return true;
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = keywords;
    const results = value.map((item) => accepts(subschemaOf(part, root), item));
    if (results.includes(undefined)) return undefined;
    const count = results.filter((result) => result === true).length;
    return count >= Number(minContains) && count <= Number(maxContains);
  },
  properties: (value, parts, { root }) =>
    !isObject(value) ||
    all(
      Object.keys(value).map((name) => () => {
        const part = own(parts, name);
        return part === undefined || accepts(subschemaOf(part, root), value[name]);
      }),
    ),
  patternProperties: (value, parts, { root }) =>
    !isObject(value) ||
    !isObject(parts) ||
    all(
      Object.keys(value).flatMap((name) =>
        Object.keys(parts).map((pattern) => () => {
          const isMatch = matches(pattern, name);
          if (isMatch === undefined) return undefined;
          return !isMatch || accepts(subschemaOf(parts[pattern], root), value[name]);
        }),
      ),
    ),
  additionalProperties: (value, part, subschema) =>
    !isObject(value) ||
    all(
      Object.keys(value).map((name) => () => {
        const isNamed = isCovered(subschema, name);
        return isNamed === false ? accepts(subschemaOf(part, subschema.root), value[name]) : isNamed;
      }),
    ),
  propertyNames: (value, part, { root }) =>
    !isObject(value) || all(Object.keys(value).map((name) => () => accepts(subschemaOf(part, root), name))),
  dependentSchemas: (value, parts, { root }, followed) =>
    !isObject(value) ||
    !isObject(parts) ||
    all(
      Object.keys(parts).map(
        (name) => () => !Object.hasOwn(value, name) || accepts(subschemaOf(parts[name], root), value, followed),
      ),
    ),
  allOf: (value, _parts, subschema, followed) =>
    all(listed(subschema, 'allOf').map((part) => () => accepts(part, value, followed))),
  anyOf: (value, _parts, subschema, followed) =>
    any(listed(subschema, 'anyOf').map((part) => accepts(part, value, followed))),
  oneOf: (value, _parts, subschema, followed) => {
    const results = listed(subschema, 'oneOf').map((part) => accepts(part, value, followed));
    const count = results.filter((result) => result === true).length;
    if (count > 1) return false;
    return results.includes(undefined) ? undefined : count === 1;
  },
  not: (value, part, { root }, followed) => {
    const result = accepts(subschemaOf(part, root), value, followed);
    return result === undefined ? undefined : !result;
  },
  if: (value, part, { keywords, root }, followed) => {
    const result = accepts(subschemaOf(part, root), value, followed);
    if (result === undefined) return undefined;
    const next = keywords[result ? 'then' : 'else'];
    return next === undefined || accepts(subschemaOf(next, root), value, followed);
  },
  $ref: (value, reference, { root }, followed) => {
    const part = typeof reference === 'string' ? referredTo(reference, root) : undefined;
    // A reference that leads back to itself for the same value decides nothing.
    if (part === undefined || followed.includes(part.keywords)) return undefined;
    return accepts(part, value, [...followed, part.keywords]);
  },
};

/** Whether a property is defined by name or by a pattern. */
function isCovered({ keywords }: Subschema, name: string): Acceptance {
  const { properties, patternProperties } = keywords;
  if (own(properties, name) !== undefined) return true;
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return any(patterns.map((pattern) => matches(pattern, name)));
}
