/** A text that is to be there, or what matches it. */
export type Pattern = string | RegExp;

/** What a matcher says. */
export interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** Whether a text holds another, or matches; any text does where there is no pattern. */
export function matches(text: unknown, pattern: Pattern | undefined): boolean {
  if (typeof text !== 'string') return false;
  // By a copy: one that goes on where it ended last would miss what it has found before.
  return (
    pattern === undefined || (typeof pattern === 'string' ? text.includes(pattern) : new RegExp(pattern).test(text))
  );
}

/** What was wanted and what was there instead. */
export function hint(isNot: boolean | undefined, wanted: string, was: string): string {
  return isNot === true ? `Nothing was to be ${wanted}, but ${was}.` : `There was to be ${wanted}, but ${was}.`;
}

/** A value in the text of an error. */
export function shown(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  return JSON.stringify(value, (_name, one: unknown) => (one instanceof RegExp ? String(one) : one)) ?? String(value);
}
