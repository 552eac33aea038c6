import { isObject } from '@toolwire/core/wire';
import { kindOf, StartupError } from '@toolwire/internal';

/** Throws unless an option is valid. Never shows the value, which may be an API key. */
export function expectOption(isValid: boolean, name: string, value: unknown, expected: string): void {
  if (!isValid) throw new StartupError('TW_OPTION_TYPE', `${name} must be ${expected}, got ${kindOf(value)}.`);
}

/** What a list holds, in words and as an example. */
export interface ListItems {
  readonly isValid: (item: unknown) => boolean;
  /** Such as `a protocol such as otc()`. */
  readonly expected: string;
  /** Such as `[otc(), mcp()]`. */
  readonly example: string;
}

/** Throws unless an option is a list of valid items. */
export function expectList(name: string, list: unknown, { isValid, expected, example }: ListItems): void {
  expectOption(Array.isArray(list), name, list, `a list such as ${example}`);
  for (const [index, item] of (list as unknown[]).entries()) {
    expectOption(isValid(item), `${name}[${index}]`, item, expected);
  }
}

/** Whether a value is an object with a method of this name. */
export function hasMethod(value: unknown, name: string): boolean {
  return isObject(value) && isFunction(value[name]);
}

/** Whether a value is a function. */
export function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
