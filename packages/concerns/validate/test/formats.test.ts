import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ajv } from '../src/ajv.ts';
import { assertedFormats } from '../src/json-schema/formats.ts';
import { noEval } from '../src/no-eval.ts';

test('the README lists every asserted format', () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table = ''] = /### Formats\n[\s\S]*?\|---\|---\|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  expect(table.split('\n')).toEqual(
    [...assertedFormats].map(([name, { description }]) => `| \`${name}\` | ${description} |`),
  );
});

test.each([ajv(), noEval()])('other formats are not checked', (validator) => {
  const others = [
    'idn-email',
    'iri',
    'json-pointer',
    'regex',
    'relative-json-pointer',
    'uri-reference',
    'uri-template',
  ];
  for (const format of others) {
    expect(validator.compile({ type: 'string', format })('\u0000 [ not any of them')).toEqual({ ok: true });
  }
});
