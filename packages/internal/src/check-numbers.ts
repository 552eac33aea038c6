/** Refuses, when the program starts, a number that is not a whole one from `lowest` on. */
export function checkCount(name: string, count: unknown, lowest: number = 1): void {
  if (!Number.isSafeInteger(count) || (count as number) < lowest) {
    throw new RangeError(`${name} is ${String(count)}. Give a whole number of ${lowest} or more.`);
  }
}

/** Refuses, when the program starts, a span of time that is none or has no end. */
export function checkDuration(name: string, ms: unknown): void {
  if (typeof ms !== 'number' || !(ms > 0 && ms < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} is ${String(ms)}. Give a number of milliseconds above 0.`);
  }
}

/** The longest a timer can wait; with more than that it would fire at once. */
export const longestTimerMs: number = 2 ** 31 - 1;

/** Refuses, when the program starts, a span of time that no timer can wait for. */
export function checkTimer(name: string, ms: unknown): void {
  if (typeof ms !== 'number' || !(ms > 0 && ms < 2 ** 31)) {
    throw new RangeError(`${name} is ${String(ms)}. Give a number of milliseconds above 0 and below 2^31.`);
  }
}

/** Refuses, when the program starts, a span of time that is told to others, who know whole milliseconds only. */
export function checkWholeMs(name: string, ms: unknown): void {
  if (!Number.isSafeInteger(ms) || (ms as number) < 1) {
    throw new RangeError(`${name} is ${String(ms)}. Give a whole number of milliseconds of 1 or more.`);
  }
}

/** Refuses, when the program starts, a span of time that is told to others, and that a timer waits for. */
export function checkWholeTimer(name: string, ms: unknown): void {
  if (!Number.isSafeInteger(ms) || (ms as number) < 1 || (ms as number) > longestTimerMs) {
    throw new RangeError(
      `${name} is ${String(ms)}. Give whole milliseconds from 1 to ${longestTimerMs}, which are 24.8 days.`,
    );
  }
}
