import { expect, it } from 'vitest';
import { checkCount, checkDuration, checkTimer, checkWholeMs, checkWholeTimer } from '../src/index.ts';

const day = 24 * 60 * 60 * 1000;

it.each([
  ['a count', checkCount, [1, 2], [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1']],
  ['a duration', checkDuration, [0.5, 1, 30 * day], [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '1']],
  ['a timer', checkTimer, [0.5, 1, 24 * day], [0, -1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY, '1']],
  ['whole milliseconds', checkWholeMs, [1, 30 * day], [0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1']],
  ['a timer of whole milliseconds', checkWholeTimer, [1, 24 * day], [0, 0.5, Number.NaN, 2 ** 31, '1']],
])('%s', (_, check: (name: string, value: unknown) => void, taken, refused) => {
  for (const value of taken) check('waitMs', value);
  for (const value of refused) expect(() => check('waitMs', value)).toThrow(new RegExp('^waitMs is .*\\. Give '));
});
