import { isPromise } from './maybe-promise.ts';

/** What a value is, in words for whoever wrote it; never the value, which may be a key. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (isPromise(value)) return 'a promise, to be awaited first';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}
