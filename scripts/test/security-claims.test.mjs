import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../packages.mjs';

const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const [, promises = ''] = /## What toolwire promises\n([\s\S]*?)\n## /.exec(text) ?? [];
const rows = promises.split('\n').filter((line) => /^\| (?!claim)/.test(line));
const proofs = rows.flatMap((row) =>
  [...row.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title = '', file = '']) => ({ title, file })),
);

describe('SECURITY.md', () => {
  it('gives a proof for each of its claims', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row).toMatch(/\|[^|]+\|[^|]*\]\([^|]+\|$/);
  });

  it.each(proofs)('names a test that there is: $title', ({ title, file }) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
  });
});
