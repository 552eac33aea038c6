import type { Direction } from '../libraries/standard-schema.ts';
import { type TakesMore, takesMoreMark } from '../publish/takes-more.ts';
import type { Draft } from './draft.ts';

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

/** Publishes the pattern in the place of a format that says something else than it, as in zod 4.6.7 and valibot 1.5.0. */
export function correctFormat(draft: Draft, pattern: RegExp, direction: Direction): void {
  const { format } = draft;
  const example = usual.get(format);
  const misses = example !== undefined && !pattern.test(example);
  // An output may hold nothing that the format refuses; of an input, the format says what is aimed at.
  const isLoose = loose.get(format)?.some((text) => pattern.test(text)) === true;
  if (isLoose && direction === 'input') {
    draft[takesMoreMark] ??= 'values' satisfies TakesMore;
  }
  if (misses || (direction === 'output' && isLoose)) {
    delete draft['format'];
    draft['pattern'] ??= pattern.source;
  }
}
