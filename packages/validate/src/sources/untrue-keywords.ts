import { flaggedPatternMark } from '../publish/library-patterns.ts';
import { compiles } from '../publish/portable-pattern.ts';
import type { Direction } from './standard-schema.ts';

/** A schema that a library is still writing. */
export type Draft = Record<string, unknown>;

/** What matters of a regular expression. */
export type Expression = Pick<RegExp, 'source' | 'flags'>;

/** Takes back a pattern whose flags change what it matches, which JSON Schema has no form for (OTC-RESP-05). */
export function removeFlagged(draft: Draft, { source, flags }: Expression): void {
  // Without the u flag, `\p` is the letter p; what compiles only without it is left to the warning.
  const isMisread = !flags.includes('u') && /\\(?:[pP]|u\{)/.test(source) && compiles(source);
  if (!/[imsv]/.test(flags) && !isMisread) {
    return;
  }
  const parts = Array.isArray(draft['allOf']) ? (draft['allOf'] as Draft[]) : [];
  for (const part of [draft, ...parts]) {
    if (part['pattern'] === source) {
      delete part['pattern'];
      part[flaggedPatternMark] = source;
    }
  }
}

const usual: ReadonlyMap<unknown, string> = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
]);

// Texts that are not of the format, although a library may take them for it.
const loose: ReadonlyMap<unknown, readonly string[]> = new Map([
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

/** Publishes the pattern in the place of a format that says something else than it. */
export function correctFormat(draft: Draft, pattern: RegExp, direction: Direction): void {
  const { format } = draft;
  const example = usual.get(format);
  const misses = example !== undefined && !pattern.test(example);
  // An output may hold nothing that the format refuses; of an input, the format says what is aimed at.
  if (misses || (direction === 'output' && loose.get(format)?.some((text) => pattern.test(text)) === true)) {
    delete draft['format'];
    draft['pattern'] ??= pattern.source;
  }
}

/** A library that counts halves of characters takes one emoji for two; JSON Schema does not. */
export function countCharacters(draft: Draft): void {
  const { minLength } = draft;
  if (typeof minLength === 'number') {
    draft['minLength'] = Math.ceil(minLength / 2);
  }
}

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
  'uniqueItems',
];

/** Takes back what checks wrote, where a later step changes the value that they had checked. */
export function removeChecked(draft: Draft, keywords: readonly string[] = checkKeywords): void {
  for (const keyword of keywords) {
    delete draft[keyword];
  }
  if (draft['type'] === 'integer') {
    draft['type'] = 'number';
  }
}
