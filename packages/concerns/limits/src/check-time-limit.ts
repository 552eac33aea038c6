import { checkNumber, durationLimit, formatDuration } from '@toolwire/internal';

/** Returns whether a value is a valid time limit: above zero, `Infinity` for none. */
export function isTimeLimit(ms: unknown): ms is number {
  return typeof ms === 'number' && ms > 0;
}

/** Throws at startup if a time limit is invalid. */
export function checkTimeLimit(name: string, ms: unknown): void {
  checkNumber(name, ms, durationLimit);
}

/** Returns the abort reason of a timeout, with the same name as in `AbortSignal.timeout`. */
export function timeoutError(ms: number): DOMException {
  return new DOMException(`There was no answer within ${formatDuration(ms)}.`, 'TimeoutError');
}
