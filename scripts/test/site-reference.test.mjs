import { describe, expect, it, test } from 'vitest';
import { listErrors, splitErrors } from '../../site/src/error-pages.mjs';
import { indexOfCode } from '../../site/src/shown-in.mjs';
import { readText } from '../packages.mjs';
import { findCodes } from '../start-up-errors.mjs';
import { anchorOf } from '../text-rules.mjs';

describe('the pages of errors', () => {
  const source = readText('docs/errors.md');
  const pages = splitErrors(source);

  it('exist for every code in the types', () => {
    const lists = [
      'packages/internal/src/start-up-error-code.ts',
      'packages/concerns/validate/src/json-schema/schema-error.ts',
    ];
    const codes = new Set(lists.flatMap((path) => findCodes(readText(path))));
    expect(new Set(pages.map(({ code }) => code))).toEqual(codes);
    expect(pages.length).toBe(codes.size);
  });

  it('are headed by a title, and show the fix and the messages', () => {
    const page = pages.find(({ code }) => code === 'TW_OPTIONS_NOT_OBJECT');
    expect(page?.markdown).toMatch(/^# Options are not an object \(TW_OPTIONS_NOT_OBJECT\)\n\nThe function expects/);
    expect(page?.markdown).toContain("+ otc({ prefix: '/v1' })");
    expect(page?.markdown).toContain('<summary>Messages</summary>');
    for (const { code, markdown } of pages) expect(markdown.split('\n')[0]).toMatch(new RegExp(`^# .+ \\(${code}\\)$`));
  });

  it('are linked from the overview', () => {
    for (const { code } of pages) expect(listErrors(source)).toContain(`[${code}](errors.md#${code.toLowerCase()})`);
  });
});

test('an export is found in the code that imports it, below its heading', () => {
  const markdown =
    "# A\n\n## Of b\n\n```ts\nimport { type b, c as d } from '@toolwire/core';\nimport { z } from 'zod';\n```\n";
  const index = indexOfCode([{ route: 'learn/a', title: 'A', markdown }], anchorOf);
  expect([...index]).toEqual([
    ['b', ['[A: Of b](/learn/a.md#of-b)']],
    ['c', ['[A: Of b](/learn/a.md#of-b)']],
  ]);
});
