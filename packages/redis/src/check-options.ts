/** Refuses, when the program starts, a span of time that Redis cannot wait for. */
export function checkDuration(name: string, ms: unknown): void {
  if (!Number.isSafeInteger(ms) || (ms as number) < 1) {
    throw new RangeError(`${name} is ${String(ms)}. Give a whole number of milliseconds of 1 or more.`);
  }
}
