import { checkNumber, durationLimit } from '@toolwire/internal';

/** Returns whether a value is a valid time limit: above zero, `Infinity` for none. */
export function isTimeLimit(ms: unknown): ms is number {
  return typeof ms === 'number' && ms > 0;
}

/** Throws at startup if a time limit is invalid. */
export function checkTimeLimit(name: string, ms: unknown): void {
  checkNumber(name, ms, durationLimit);
}

/** Formats a duration, for example `30 seconds`. */
export function formatDuration(ms: number): string {
  const [count, unit] = ms < 1_000 ? [ms, 'millisecond'] : [ms / 1_000, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns the abort reason of a timeout, with the same name as in `AbortSignal.timeout`. */
export function timeoutError(ms: number): DOMException {
  return new DOMException(`There was no answer within ${formatDuration(ms)}.`, 'TimeoutError');
}

/** Formats a wait rounded up to seconds, as in `Retry-After`: `3 seconds`. */
export function formatWait(ms: number): string {
  return formatDuration(Math.max(Math.ceil(ms / 1_000), 1) * 1_000);
}
