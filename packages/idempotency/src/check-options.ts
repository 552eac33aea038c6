/** Refuses, when the program starts, a number that is not a whole one from `lowest` on. */
export function checkCount(name: string, count: unknown, lowest: number): void {
  if (!Number.isSafeInteger(count) || (count as number) < lowest) {
    throw new RangeError(`${name} is ${String(count)}. Give a whole number of ${lowest} or more.`);
  }
}

/** Refuses, when the program starts, a span of time that is none or has no end. */
export function checkDuration(name: string, ms: unknown): void {
  if (typeof ms !== 'number' || !(ms > 0 && ms < 2 ** 31)) {
    throw new RangeError(`${name} is ${String(ms)}. Give a number of milliseconds above 0 and below 2^31.`);
  }
}

/** Refuses, when the program starts, a word that is none of those that mean something. */
export function checkChoice(name: string, choice: string, choices: readonly string[]): void {
  if (!choices.includes(choice)) {
    throw new TypeError(`${name} is ${choice}. Give ${choices.map((one) => `'${one}'`).join(' or ')}.`);
  }
}
