import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hostSuite } from '../src/host/host-suite.ts';
import { otcSuite } from '../src/index.ts';

const page = readFileSync(fileURLToPath(new URL('../../../../docs/hosts.md', import.meta.url)), 'utf8');
const again = 'Write it again: node scripts/host-table.mjs --write';

test('the page of frameworks lists every case of the adapter suite, and no other case', () => {
  const listed = page.split('## Case by case')[1] ?? '';
  const rows = listed.split('\n').flatMap((line) => /^\| (.+?: .+?) \| [✓–✗ |]/.exec(line)?.[1] ?? []);
  const titles = hostSuite.flatMap((group) => group.cases.map(({ title }) => `${group.title}: ${title}`));
  expect(rows.toSorted(), again).toEqual(titles.toSorted());
});

test('the page of frameworks counts every case of the spec', () => {
  // Two more look at the process and at the log when all of them have run.
  const count = otcSuite.flatMap(({ cases }) => cases).length + 2;
  expect(page, again).toContain(`| Open Tool Calling 1.0 (${count} cases) |`);
});

test('the page of frameworks has no failing case', () => {
  expect(page.replace('| ✗ | not supported |', ''), again).not.toContain('✗');
});
