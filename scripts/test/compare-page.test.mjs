import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../packages.mjs';

it('the comparison page lists the installed packages of each library, in a generated table', () => {
  const page = readFileSync(join(root, 'docs/compare.md'), 'utf8');
  const [, table = ''] = /<!-- installs:.*-->\n([^]*?)<!-- \/installs -->/.exec(page) ?? [];
  const rows = table.split('\n').filter((line) => /^\| [^|]+ \| \d+ \| [\d.]+ MB \|/.test(line));
  expect(rows.map((row) => row.split(' | ')[0])).toEqual([
    '| toolwire',
    '| MCP SDK 2, on node:http',
    '| MCP SDK 1',
    '| fastmcp (TypeScript)',
  ]);
});
