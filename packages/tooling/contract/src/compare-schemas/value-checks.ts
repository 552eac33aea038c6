import { isObject, isSameJson, stringsOf } from '@toolwire/internal';
import { countCodePoints, isMultipleOf, isOfType, matchesPattern, typesOf } from '@toolwire/internal/json-schema';

/** Whether a schema accepts a value; `undefined` if that is unknown. */
export type Acceptance = boolean | undefined;

/** `true` if all checks are true, `false` if one is false, otherwise unknown. */
export function all(steps: readonly (() => Acceptance)[]): Acceptance {
  let result: Acceptance = true;
  for (const step of steps) {
    const found = step();
    if (found === false) return false;
    if (found === undefined) result = undefined;
  }
  return result;
}

/** `true` if one result is true, `false` if all are false, otherwise unknown. */
export function any(results: readonly Acceptance[]): Acceptance {
  if (results.includes(true)) return true;
  return results.includes(undefined) ? undefined : false;
}

type ValueCheck = (value: unknown, keyword: unknown) => Acceptance;

/** The checks of keywords without subschemas. */
export const valueChecks: Readonly<Record<string, ValueCheck>> = {
  type: (value, type) => typesOf({ type }).some((name) => isOfType(value, name)),
  const: (value, given) => isSameJson(value, given),
  enum: (value, given) => !Array.isArray(given) || given.some((each) => isSameJson(value, each)),
  minimum: numbers((value, bound) => value >= bound),
  maximum: numbers((value, bound) => value <= bound),
  exclusiveMinimum: numbers((value, bound) => value > bound),
  exclusiveMaximum: numbers((value, bound) => value < bound),
  multipleOf: numbers(isMultipleOf),
  minLength: texts((value, length) => countCodePoints(value) >= length),
  maxLength: texts((value, length) => countCodePoints(value) <= length),
  pattern: (value, pattern) => typeof value !== 'string' || matches(pattern, value),
  minItems: lists((value, count) => value.length >= count),
  maxItems: lists((value, count) => value.length <= count),
  uniqueItems: (value, wanted) =>
    wanted !== true ||
    !Array.isArray(value) ||
    value.every((item, index) => value.findIndex((other) => isSameJson(item, other)) === index),
  required: (value, names) => !isObject(value) || stringsOf(names).every((name) => Object.hasOwn(value, name)),
  minProperties: objects((value, count) => Object.keys(value).length >= count),
  maxProperties: objects((value, count) => Object.keys(value).length <= count),
  dependentRequired: (value, dependents) =>
    !isObject(value) ||
    !isObject(dependents) ||
    Object.keys(dependents).every(
      (name) => !Object.hasOwn(value, name) || stringsOf(dependents[name]).every((each) => Object.hasOwn(value, each)),
    ),
};

function numbers(check: (value: number, keyword: number) => boolean): ValueCheck {
  return (value, keyword) => typeof value !== 'number' || typeof keyword !== 'number' || check(value, keyword);
}

function texts(check: (value: string, keyword: number) => boolean): ValueCheck {
  return (value, keyword) => typeof value !== 'string' || typeof keyword !== 'number' || check(value, keyword);
}

function lists(check: (value: readonly unknown[], keyword: number) => boolean): ValueCheck {
  return (value, keyword) => !Array.isArray(value) || typeof keyword !== 'number' || check(value, keyword);
}

function objects(check: (value: object, keyword: number) => boolean): ValueCheck {
  return (value, keyword) => !isObject(value) || typeof keyword !== 'number' || check(value, keyword);
}

/** The maximum length for patterns. A hostile pattern can take very long for longer strings. */
const maxTextLength = 24;

/** Whether a string matches a pattern; `undefined` if that is unknown. */
export function matches(pattern: unknown, text: string): boolean | undefined {
  return typeof pattern !== 'string' || text.length > maxTextLength ? undefined : matchesPattern(pattern, text);
}
