import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differences } from '../src/differences.ts';
import { callsRowOf, pagePath, rowOf } from '../src/page.ts';
import { serverNames } from '../src/program.ts';

const page = readFileSync(pagePath, 'utf8').split('\n');

test('the page lists every server with the number of its requests', () => {
  expect(page).toEqual(expect.arrayContaining(serverNames.map(callsRowOf)));
});

test('the page lists every difference', () => {
  expect(page).toEqual(expect.arrayContaining(differences.map(rowOf)));
});
