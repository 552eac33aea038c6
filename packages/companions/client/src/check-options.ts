/** Refuses a time in which nothing could happen. */
export function checkMs(name: string, ms: unknown): number {
  if (typeof ms === 'number' && ms > 0) return ms;
  throw new RangeError(`${name} is ${String(ms)}. Give a number of milliseconds above 0, or Infinity for no limit.`);
}

/** Refuses a size that would leave no answer, or every one. */
export function checkBytes(name: string, bytes: unknown): number {
  if (typeof bytes === 'number' && bytes > 0) return bytes;
  throw new RangeError(`${name} is ${String(bytes)}. Give a number of bytes above 0, or Infinity for no limit.`);
}
