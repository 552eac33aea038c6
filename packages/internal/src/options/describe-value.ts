import { isPromise } from '../async/promises.ts';
import { escapeCharacter } from '../values/text.ts';

/** Whether an error may show a string. API keys are longer, or have other characters. */
export function isShowable(text: string): boolean {
  return /^[\w$~-]{1,31}$/.test(text);
}

/** Describes an invalid value: a short string itself, otherwise as `kindOf` does. */
export function showValue(value: unknown): string {
  return typeof value === 'string' && isShowable(value) ? `'${value}'` : kindOf(value);
}

/** Describes a value without its content, which may be an API key. Only numbers are shown, because messages about ranges need them. */
export function kindOf(value: unknown): string {
  if (isPromise(value)) return 'a promise; await it';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) {
    return 'default' in value ? 'a module; take its default' : 'another object';
  }
  return ['string', 'function', 'symbol', 'bigint'].includes(typeof value) ? `a ${typeof value}` : String(value);
}

const maxPrinted = 100;

/** Returns the first 100 characters of a client's string in printable ASCII, with other characters escaped. */
export function printable(text: string): string {
  const escaped = text.slice(0, maxPrinted).replace(/[^\x20-\x7e]/g, escapeCharacter);
  return text.length > maxPrinted ? `${escaped}...` : escaped;
}

/** Describes a value in a message: a string in quotes, other values by their type. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return `'${printable(value)}'`;
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
