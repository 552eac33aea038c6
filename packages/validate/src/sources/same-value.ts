import { isObject } from '../json.ts';

/** Whether two values are the same data to a check that is asked twice; instances are the same only as themselves. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  }
  return isPlain(one) && isPlain(other) && haveSameFields(one, other);
}

type Fields = Readonly<Record<string, unknown>>;

function haveSameFields(one: Fields, other: Fields): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

function isPlain(value: unknown): value is Fields {
  if (!isObject(value)) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
