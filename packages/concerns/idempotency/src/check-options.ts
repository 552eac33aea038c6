/** Refuses, when the program starts, a wait that is none; one without an end is `Infinity`. */
export function checkWait(name: string, ms: unknown): void {
  if (typeof ms !== 'number' || !(ms >= 0)) {
    throw new RangeError(
      `${name} is ${String(ms)}. Give a number of milliseconds of 0 or more, or Infinity for no end.`,
    );
  }
}

/** Refuses, when the program starts, a word that is none of those that mean something. */
export function checkChoice(name: string, choice: string, choices: readonly string[]): void {
  if (!choices.includes(choice)) {
    throw new TypeError(`${name} is ${choice}. Give ${choices.map((one) => `'${one}'`).join(' or ')}.`);
  }
}
