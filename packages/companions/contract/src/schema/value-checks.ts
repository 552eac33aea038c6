import { isObject, isSameJson } from '@toolwire/internal';
import type { Acceptance } from './acceptance.ts';
import { namesIn } from './json-schema.ts';
import { typeOf } from './json-types.ts';
import { matches } from './patterns.ts';

type ValueCheck = (value: unknown, keyword: unknown) => Acceptance;

/** The keywords that hold no schemas: what they say of a value. */
export const valueChecks: Readonly<Record<string, ValueCheck>> = {
  type: (value, type) => {
    const types: readonly unknown[] = Array.isArray(type) ? type : [type];
    return types.includes(typeOf(value)) || (types.includes('integer') && Number.isInteger(value));
  },
  const: (value, given) => isSameJson(value, given),
  enum: (value, given) => !Array.isArray(given) || given.some((each) => isSameJson(value, each)),
  minimum: numbers((value, bound) => value >= bound),
  maximum: numbers((value, bound) => value <= bound),
  exclusiveMinimum: numbers((value, bound) => value > bound),
  exclusiveMaximum: numbers((value, bound) => value < bound),
  multipleOf: numbers((value, step) =>
    Number.isInteger(value / step) ? true : isRound(value, step) ? undefined : false,
  ),
  minLength: texts((value, length) => characters(value) >= length),
  maxLength: texts((value, length) => characters(value) <= length),
  pattern: (value, pattern) => typeof value !== 'string' || matches(pattern, value),
  minItems: lists((value, count) => value.length >= count),
  maxItems: lists((value, count) => value.length <= count),
  uniqueItems: (value, wanted) =>
    wanted !== true ||
    !Array.isArray(value) ||
    value.every((item, index) => value.findIndex((other) => isSameJson(item, other)) === index),
  required: (value, names) => !isObject(value) || namesIn(names).every((name) => Object.hasOwn(value, name)),
  minProperties: objects((value, count) => Object.keys(value).length >= count),
  maxProperties: objects((value, count) => Object.keys(value).length <= count),
  dependentRequired: (value, dependents) =>
    !isObject(value) ||
    !isObject(dependents) ||
    Object.keys(dependents).every(
      (name) => !Object.hasOwn(value, name) || namesIn(dependents[name]).every((each) => Object.hasOwn(value, each)),
    ),
};

// Code points, as JSON Schema counts them.
function characters(text: string): number {
  return Array.from(text).length;
}

// A remainder so small may come from how fractions are held, and validators differ about it.
function isRound(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-6;
}

function numbers(check: (value: number, keyword: number) => Acceptance): ValueCheck {
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
