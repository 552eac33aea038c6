import type { Direction } from './standard-schema.ts';
import { countCharacters, type Draft, removeChecked, removeFlagged } from './untrue-keywords.ts';

/** What a zod 3 schema knows of itself, as far as it is read here. */
export interface Zod3Definition {
  readonly typeName?: string;
  readonly checks?: readonly Zod3Check[];
}

interface Zod3Check {
  readonly kind: string;
  readonly regex?: RegExp;
  readonly offset?: boolean;
  readonly local?: boolean;
}

const timePattern = String.raw`^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$`;
const changes = new Set(['toLowerCase', 'toUpperCase', 'trim']);
// zod 3 takes more for these than their formats do.
const looseKinds = new Set(['datetime', 'duration', 'url']);
const lengthKeywords: ReadonlyMap<string, readonly string[]> = new Map([
  ['min', ['minLength']],
  ['max', ['maxLength']],
  ['length', ['minLength', 'maxLength']],
]);

/** Takes back what is written for a zod 3 string although zod does not hold to it (OTC-CALL-10, OTC-RESP-05). */
export function correctZod3(written: object, { typeName, checks = [] }: Zod3Definition, direction: Direction): object {
  if (typeName !== 'ZodString') {
    return written;
  }
  const draft: Draft = { ...written };
  for (const check of checks) {
    if (check.regex !== undefined) {
      removeFlagged(draft, check.regex);
    }
    correctFormat(draft, check, direction);
  }
  if (direction === 'output') {
    const changed = checks.findLastIndex(({ kind }) => changes.has(kind));
    const earlier = checks.slice(0, Math.max(changed, 0));
    removeChecked(
      draft,
      earlier.flatMap(({ kind }) => lengthKeywords.get(kind) ?? ['format', 'pattern', 'allOf', 'anyOf']),
    );
    countCharacters(draft);
  }
  return draft;
}

function correctFormat(draft: Draft, { kind, offset, local }: Zod3Check, direction: Direction): void {
  if (kind === 'time' && draft['format'] === 'time') {
    delete draft['format'];
    draft['pattern'] ??= timePattern;
  } else if (direction === 'output' && looseKinds.has(kind)) {
    delete draft['format'];
  } else if (kind === 'datetime' && offset !== true && local !== true) {
    draft['pattern'] ??= 'Z$';
  }
}
