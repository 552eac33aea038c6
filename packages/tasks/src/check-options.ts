/** Refuses, when the program starts, a number that is not a whole one from `lowest` on. */
export function checkCount(name: string, count: unknown, lowest: number): void {
  if (!Number.isSafeInteger(count) || (count as number) < lowest) {
    throw new RangeError(`${name} is ${String(count)}. Give a whole number of ${lowest} or more.`);
  }
}

/** The longest a timer can wait; with more than that it would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Refuses a span of time that is not of whole milliseconds, or longer than any timer. */
export function checkDuration(name: string, ms: unknown): void {
  if (!Number.isSafeInteger(ms) || (ms as number) < 1 || (ms as number) > longestTimerMs) {
    throw new RangeError(
      `${name} is ${String(ms)}. Give whole milliseconds from 1 to ${longestTimerMs}, which are 24.8 days.`,
    );
  }
}
