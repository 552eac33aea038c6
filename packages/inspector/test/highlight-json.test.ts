import { expect, test } from 'vitest';
import { matchesOf } from '../src/page/json/highlight-json.ts';

test('a query is found in any case, at its place in the text', () => {
  expect(matchesOf('graz', 'İ Graz, graz')).toEqual([
    { from: 2, to: 6 },
    { from: 8, to: 12 },
  ]);
  expect(matchesOf('[0]', 'days[0]')).toEqual([{ from: 4, to: 7 }]);
  expect(matchesOf('', 'days')).toEqual([]);
});
