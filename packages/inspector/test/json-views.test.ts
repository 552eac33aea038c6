import { expect, test } from 'vitest';
import { findInJson } from '../src/page/json/find-in-json.ts';
import { findTable, sortRows } from '../src/page/json/find-table.ts';
import { CsvTable, readCsv } from '../src/page/views/csv-table.tsx';
import { columnClass } from '../src/page/views/table.tsx';

test('a list of objects is a table, also inside an object', () => {
  const rows = [{ a: 1 }, { a: 2, b: 'x' }];
  const columns = ['a', 'b'];
  expect(findTable(rows)).toEqual({ name: '', columns, rows, isComplete: true });
  expect(findTable({ items: rows })).toEqual({ name: 'items', columns, rows, isComplete: true });
  expect(findTable({ total: 2, items: rows })).toEqual({ name: 'items', columns, rows, isComplete: false });
  expect(findTable([{ a: { b: 1 } }])).toMatchObject({ isComplete: false });
  expect(findTable(Array.from({ length: 201 }, () => ({ a: 1 })))).toMatchObject({ isComplete: false });
  for (const value of [[], [1], [{}, 1], { a: 1 }, 'text', null]) expect(findTable(value)).toBeUndefined();
  // A table without columns would hide them.
  for (const value of [[{}], { items: [{}, {}] }]) expect(findTable(value)).toBeUndefined();
});

test('rows are sorted by size or as text, and those without a value are last', () => {
  const rows = [{ a: 10 }, {}, { a: 9 }];
  expect(sortRows(rows, 'a', false)).toEqual([{ a: 9 }, { a: 10 }, {}]);
  expect(sortRows(rows, 'a', true)).toEqual([{ a: 10 }, { a: 9 }, {}]);
  expect(sortRows([{ b: 'v10' }, { b: 'v9' }], 'b', false)).toEqual([{ b: 'v9' }, { b: 'v10' }]);
});

test('a search finds names and values, with the objects around them', () => {
  const search = findInJson({ list: [{ name: 'Ada' }, { 'a/da': 1 }], other: true }, ' ADA ');
  expect([...(search?.matches ?? [])]).toEqual(['/list/0/name']);
  expect([...(search?.ancestors ?? [])]).toEqual(['', '/list', '/list/0']);
  expect([...(findInJson({ 'a/da': [1] }, 'a/d')?.matches ?? [])]).toEqual(['/a~1da']);
  expect(findInJson({ a: 1 }, ' ')).toBeUndefined();
});

test('a search of a long list stops after 200 values', () => {
  const search = findInJson(
    Array.from({ length: 1_000 }, () => 'x'),
    'x',
  );
  expect([search?.matches.size, search?.isCut]).toEqual([200, true]);
});

test('quoted cells of CSV contain commas and quotes', () => {
  expect(readCsv('name,age\n"Ada, ""the first""",36\n')).toEqual([
    ['name', 'age'],
    ['Ada, "the first"', '36'],
  ]);
});

test('cells of CSV may be empty, and quoted cells contain line ends', () => {
  expect(readCsv(',b,\r\n"two\r\nlines",,""\n\nlast')).toEqual([['', 'b', ''], ['two\r\nlines', '', ''], ['last']]);
});

test('a CSV table with more rows than the page shows has a note', () => {
  const shownRows = (count: number): string =>
    JSON.stringify(CsvTable({ text: `name\n${'Ada\n'.repeat(count)}` }).props.children);
  expect(shownRows(100)).not.toContain('rows are shown');
  expect(shownRows(101)).toContain('rows are shown');
});

test('a column named like a property of every object is sorted too', () => {
  const [one, none, two] = [{ constructor: 1 }, {} as { constructor: number }, { constructor: 2 }];
  expect(sortRows([two, none, one], 'constructor', false)).toEqual([one, two, none]);
});

test('a column has one class, whatever its title contains', () => {
  expect(columnClass('Removed in')).toBe('col-removed-in');
  expect(columnClass('a\nvisually-hidden\tLIVE\u{a0}"x"')).toBe('col-a-visually-hidden-live-x-');
  expect(columnClass('x'.repeat(1_000))).toBe(`col-${'x'.repeat(40)}`);
});
