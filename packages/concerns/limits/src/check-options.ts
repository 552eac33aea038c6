/** Refuses, when the program starts, a number that is neither a whole one from 1 on nor `Infinity`, which sets no limit. */
export function checkLimit(name: string, limit: unknown): void {
  if (limit !== Number.POSITIVE_INFINITY && (!Number.isSafeInteger(limit) || (limit as number) < 1)) {
    throw new RangeError(`${name} is ${String(limit)}. Give a whole number of 1 or more, or Infinity for no limit.`);
  }
}
