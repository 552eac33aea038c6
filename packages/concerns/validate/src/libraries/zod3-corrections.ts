import type { Draft } from '../json-schema/json.ts';
import { type AcceptsMore, acceptsMoreMark } from '../publish/marks.ts';
import { halveMinLength, removeCheckKeywords, removeFlaggedPattern } from './shared-corrections.ts';
import type { Direction } from './standard-schema.ts';
import { unrepresentableMarkOf } from './unrepresentable-types.ts';

/** Corrects what zod-to-json-schema writes for a zod 3 schema, and marks where zod accepts more. */
export function correctZod3(written: object, definition: Zod3Definition, direction: Direction): object {
  const corrected = correctString(written, definition, direction);
  if (definition.typeName === 'ZodDate' && direction === 'output') {
    return { ...corrected, ...unrepresentableMarkOf('date') };
  }
  if (definition.unknownKeys === 'passthrough' && direction === 'output') {
    // Our options omit this. An output has to state that it contains more fields.
    return { additionalProperties: {}, ...corrected };
  }
  const accepted = direction === 'input' ? acceptsMore(definition) : undefined;
  return accepted === undefined ? corrected : { ...corrected, [acceptsMoreMark]: accepted };
}

/** Removes what zod-to-json-schema writes for a zod 3 string but zod doesn't enforce (OTC-CALL-10, OTC-RESP-05). */
function correctString(written: object, { typeName, checks = [] }: Zod3Definition, direction: Direction): object {
  if (typeName !== 'ZodString') {
    return written;
  }
  const draft: Draft = { ...written };
  for (const check of checks) {
    if (check.regex !== undefined) {
      removeFlaggedPattern(draft, check.regex);
    }
    correctFormat(draft, check, direction);
  }
  if (direction === 'output') {
    removeChecksBeforeChange(draft, checks);
    halveMinLength(draft);
  }
  return draft;
}

/** The members of a zod 3 definition that we read. */
export interface Zod3Definition {
  readonly typeName?: string;
  readonly checks?: readonly Zod3Check[];
  readonly coerce?: boolean;
  readonly effect?: { readonly type: string };
  readonly unknownKeys?: string;
}

/** A check of a zod 3 string. */
interface Zod3Check {
  readonly kind: string;
  readonly regex?: RegExp;
  readonly offset?: boolean;
  readonly local?: boolean;
}

/** Whether zod 3.25.76 changes a value before it checks it, or accepts values that violate the format. */
function acceptsMore({ typeName, coerce, effect, checks = [] }: Zod3Definition): AcceptsMore | undefined {
  if (
    typeName === 'ZodCatch' ||
    effect?.type === 'preprocess' ||
    (coerce === true && coercesMissing.has(String(typeName)))
  ) {
    return 'absence';
  }
  const isChanged =
    typeName === 'ZodString' && checks.some(({ kind }) => changingChecks.has(kind) || looseFormats.has(kind));
  return coerce === true || isChanged ? 'values' : undefined;
}

/** `z.coerce.string()` converts a missing field to a string. */
const coercesMissing: ReadonlySet<string> = new Set(['ZodBoolean', 'ZodString']);

// A time of zod has no zone, and its seconds are optional.
const timePattern = String.raw`^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$`;

/** The formats where zod 3 accepts more than the format allows. */
const looseFormats: ReadonlySet<string> = new Set(['datetime', 'duration', 'url']);

/** Publishes what zod 3 checks instead of formats with another meaning (seen in 3.25.76 with zod-to-json-schema 3.25.2). */
function correctFormat(draft: Draft, { kind, offset, local }: Zod3Check, direction: Direction): void {
  if (kind === 'time' && draft['format'] === 'time') {
    delete draft['format'];
    draft['pattern'] ??= timePattern;
  } else if (direction === 'output' && looseFormats.has(kind)) {
    delete draft['format'];
  } else if (kind === 'datetime' && offset !== true && local !== true) {
    draft['pattern'] ??= 'Z$';
  }
}

/** The string checks of zod 3 that change the value. */
const changingChecks: ReadonlySet<string> = new Set(['toLowerCase', 'toUpperCase', 'trim']);

const lengthKeywords: ReadonlyMap<string, readonly string[]> = new Map([
  ['min', ['minLength']],
  ['max', ['maxLength']],
  ['length', ['minLength', 'maxLength']],
]);

/** Removes the keywords of checks before a change, such as `.min(3)` before `.trim()` (seen in zod 3.25.76). */
function removeChecksBeforeChange(draft: Draft, checks: readonly Zod3Check[]): void {
  const changed = checks.findLastIndex(({ kind }) => changingChecks.has(kind));
  const earlier = checks.slice(0, Math.max(changed, 0)).filter(({ kind }) => !changingChecks.has(kind));
  removeCheckKeywords(
    draft,
    earlier.flatMap(({ kind }) => lengthKeywords.get(kind) ?? ['format', 'pattern', 'allOf', 'anyOf']),
  );
}
