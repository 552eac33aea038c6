import { checkNumber, durationLimit } from '@toolwire/internal';
/** Tells a usable time limit: above zero, `Infinity` for none. */
export function isTimeLimit(ms: unknown): ms is number {
  return typeof ms === 'number' && ms > 0;
}

/** Refuses, when the program starts, a time limit that would end every call at once. */
export function checkTimeLimit(name: string, ms: unknown): void {
  checkNumber(name, ms, durationLimit);
}

/** A time limit in words, such as `30 seconds`. */
export function inWords(ms: number): string {
  const [count, unit] = ms < 1_000 ? [ms, 'millisecond'] : [ms / 1_000, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What a signal aborts with when the time is up: the same error as `AbortSignal.timeout` gives. */
export function timeoutError(ms: number): DOMException {
  return new DOMException(`There was no answer within ${inWords(ms)}.`, 'TimeoutError');
}

/** A wait in words, rounded up as `Retry-After` is, such as `3 seconds`. */
export function waitInWords(ms: number): string {
  return inWords(Math.max(Math.ceil(ms / 1_000), 1) * 1_000);
}
