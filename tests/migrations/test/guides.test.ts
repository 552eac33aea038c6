import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differences, rowOf } from '../src/differences.ts';
import { sourceOf } from '../src/program.ts';

const folder = new URL('../../../docs/migrate/', import.meta.url);
const pairs: Readonly<Record<string, readonly string[]>> = {
  'ai-sdk.md': ['ai-sdk'],
  'express-routes.md': ['express-routes'],
  'fastmcp.md': ['fastmcp'],
  'mcp-handler.md': ['mcp-handler'],
  'mcp-nest.md': ['mcp-nest'],
  'mcp-sdk.md': ['mcp-sdk', 'mcp-sdk-stdio'],
};

const read = (page: string): string => readFileSync(new URL(page, folder), 'utf8');

test('every guide has its pair of programs here', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(pairs));
});

test.each(Object.entries(pairs))(
  '%s shows exactly the programs that run here, each before next to its after',
  (page, names) => {
    const shown = [...read(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);
    const programs = shown.filter((code) => code.startsWith('import '));
    expect(programs).toEqual(
      names.flatMap((name) => [
        readFileSync(sourceOf(name, 'before'), 'utf8'),
        readFileSync(sourceOf(name, 'after'), 'utf8'),
      ]),
    );
  },
);

test.each(Object.entries(differences))('the guide from %s lists the changed responses', (name, rows) => {
  const lines = read(`${name}.md`).split('\n');
  expect(lines).toEqual(expect.arrayContaining(rows.map(rowOf)));
});
