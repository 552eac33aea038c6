/** Refuses, when the program starts, a number that is not a whole one from `lowest` on. */
export function checkCount(name: string, count: unknown, lowest: number): void {
  if (!Number.isSafeInteger(count) || (count as number) < lowest) {
    throw new RangeError(`${name} is ${String(count)}. Give a whole number of ${lowest} or more.`);
  }
}

/** The same for a number that may also be `Infinity`, which sets no limit. */
export function checkLimit(name: string, limit: unknown): void {
  if (limit !== Number.POSITIVE_INFINITY && (!Number.isSafeInteger(limit) || (limit as number) < 1)) {
    throw new RangeError(`${name} is ${String(limit)}. Give a whole number of 1 or more, or Infinity for no limit.`);
  }
}

/** Refuses, when the program starts, a span of time that is none or has no end. */
export function checkDuration(name: string, ms: unknown): void {
  if (typeof ms !== 'number' || !(ms > 0 && ms < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} is ${String(ms)}. Give a number of milliseconds above 0.`);
  }
}
