import { isPromise } from './is-promise.ts';

/** What a value is, in words for whoever wrote it; never a text, which may be a key. */
export function kindOf(value: unknown): string {
  if (isPromise(value)) return 'a promise; await it';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) {
    return 'default' in value ? 'a module; take its default' : 'another object';
  }
  return typeof value === 'function' || typeof value === 'string' ? `a ${typeof value}` : String(value);
}
