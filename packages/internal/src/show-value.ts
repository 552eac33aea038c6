import { kindOf } from './kind-of.ts';

/** Whether a text that stands where it should not may be shown: an API key is longer, or holds other letters. */
export function isShowable(text: string): boolean {
  return /^[\w$~-]{1,31}$/.test(text);
}

/** What stands where it should not, in words: a short text as it is, and of all else what it is. */
export function showValue(value: unknown): string {
  return typeof value === 'string' && isShowable(value) ? `'${value}'` : kindOf(value);
}
