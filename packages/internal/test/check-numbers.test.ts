import { expect, it } from 'vitest';
import {
  anyLimit,
  byteCount,
  checkNumber,
  duration,
  durationLimit,
  shareOf,
  timer,
  wholeMs,
  wholeTimer,
} from '../src/index.ts';

const day = 24 * 60 * 60 * 1000;
const { NaN: none, POSITIVE_INFINITY: endless } = Number;

it.each([
  ['a count', { whole: true, from: 1 }, 'a whole number of 1 or more', [1, 2], [0, -1, 1.5, none, endless, '1', null]],
  ['a limit', anyLimit, 'a whole number of 1 or more, or Infinity for no limit', [1, endless], [0, 1.5, none, '1']],
  ['bytes', byteCount, 'a whole number of bytes of 1 or more', [1, 2 ** 40], [0, 0.5, endless]],
  ['a duration', duration, 'a number of milliseconds above 0', [0.5, 30 * day], [0, -1, none, endless, '1']],
  [
    'a limit of time',
    durationLimit,
    'a number of milliseconds above 0, or Infinity for no limit',
    [0.5, endless],
    [0, -endless, none, '1'],
  ],
  [
    'a timer',
    timer,
    'a number of milliseconds above 0 up to 2147483647',
    [0.5, 24 * day],
    [0, none, 2 ** 31, endless, '1'],
  ],
  ['whole milliseconds', wholeMs, 'a whole number of milliseconds of 1 or more', [1, 30 * day], [0, 0.5, endless]],
  [
    'a timer of whole milliseconds',
    wholeTimer,
    'a whole number of milliseconds from 1 to 2147483647',
    [1, 24 * day],
    [0, 0.5, none, 2 ** 31],
  ],
  ['a port', { whole: true, from: 0, to: 65_535 }, 'a whole number from 0 to 65535', [0, 65_535], [-1, 65_536, '80']],
])('%s', (_, rule, words, taken, refused) => {
  for (const value of taken) expect(checkNumber('It', value, rule)).toBe(value);
  for (const value of refused) {
    const shown = typeof value === 'string' ? `'${value}'` : String(value);
    expect(() => checkNumber('It', value, rule)).toThrow(`It must be ${words}, got ${shown}. (TW_OPTION_NUMBER)`);
  }
});

it.each([
  [100, undefined, 100],
  [100, 0, 0],
  [10, 0.25, 3],
  [10, 1e-9, 1],
  // 100 * 0.07 is 7.000000000000001.
  [100, 0.07, 7],
  [100, 0.29, 29],
  [Infinity, 0.5, Infinity],
  [Infinity, 0, 0],
])('a share of %d, %d of it, is %d', (whole, share, wanted) => {
  expect(shareOf(whole, share)).toBe(wanted);
});
