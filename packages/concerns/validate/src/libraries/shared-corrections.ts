import { compiles } from '@toolwire/internal/json-schema';
import type { Draft } from '../json-schema/json.ts';
import { type AcceptsMore, acceptsMoreMark, flaggedPatternMark } from '../publish/marks.ts';
import type { Expression } from '../regex-cost/parse-expression.ts';
import type { Direction } from './standard-schema.ts';

const checkKeywords = [
  'allOf',
  'anyOf',
  'const',
  'contentEncoding',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'not',
  'pattern',
  'type',
  'uniqueItems',
];

/**
 * Removes the keywords of checks whose value a later step changes (zod 3.25.76 and 4.6.7, valibot 1.5.0). Of the types,
 * only `integer` is such a check: it becomes `number`.
 */
export function removeCheckKeywords(draft: Draft, keywords: readonly string[] = checkKeywords): void {
  for (const keyword of keywords) {
    if (keyword !== 'type') {
      delete draft[keyword];
    } else if (draft['type'] === 'integer') {
      draft['type'] = 'number';
    }
  }
}

/**
 * Halves `minLength`, because a library may count UTF-16 units where JSON Schema counts code points: valibot
 * (open-circle/valibot#1505), zod 3.25.76, arktype 2.2.9.
 */
export function halveMinLength(draft: Draft): void {
  const { minLength } = draft;
  if (typeof minLength === 'number') {
    draft['minLength'] = Math.ceil(minLength / 2);
  }
}

/**
 * Removes a pattern whose flags change its meaning, because JSON Schema has no flags (OTC-RESP-05). All libraries
 * write only the source: zod 4.6.7, valibot 1.5.0, arktype 2.2.9, zod-to-json-schema (StefanTerdell/zod-to-json-schema#116).
 */
export function removeFlaggedPattern(draft: Draft, { source, flags }: Expression): void {
  // Without the u flag, `\p` is the letter p. A pattern that compiles only without the flag gets a warning instead.
  const isMisread = !flags.includes('u') && /(?<!\\)(?:\\\\)*\\(?:[pP]|u\{)/.test(source) && compiles(source);
  if (!/[imsv]/.test(flags) && !isMisread) {
    return;
  }
  const parts = Array.isArray(draft['allOf']) ? (draft['allOf'] as Draft[]) : [];
  for (const part of [draft, ...parts]) {
    if (part['pattern'] === source) {
      delete part['pattern'];
      part[flaggedPatternMark] = { source, flags };
    }
  }
}

const validExamples: ReadonlyMap<unknown, string> = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
]);

// Values that violate the format, although a library may accept them.
const looseExamples: ReadonlyMap<unknown, readonly string[]> = new Map([
  [
    'date-time',
    [
      '2026-01-31T12:00:00',
      '2026-01-31T12:00',
      '2026-01-31T12:00Z',
      '2026-01-31 12:00:00Z',
      '2026-01-31T12:00:00+0200',
      '2026-01-31T12:00:00+02',
    ],
  ],
  ['time', ['12:00', '12:00:00']],
  ['duration', ['PT1.5S', 'P1Y1W']],
  ['email', ['a@localhost', 'é@example.com']],
]);

/** Publishes the pattern instead of a format with another meaning (zod 4.6.7, valibot 1.5.0). */
export function correctFormat(draft: Draft, pattern: RegExp, direction: Direction): void {
  const { format } = draft;
  const example = validExamples.get(format);
  const misses = example !== undefined && !pattern.test(example);
  // An output must match its format. For an input the format is a hint.
  const isLoose = looseExamples.get(format)?.some((text) => pattern.test(text)) === true;
  if (isLoose && direction === 'input') {
    draft[acceptsMoreMark] ??= 'values' satisfies AcceptsMore;
  }
  if (misses || (direction === 'output' && isLoose)) {
    delete draft['format'];
    draft['pattern'] ??= pattern.source;
  }
}
