import process from 'node:process';
import ts from 'typescript';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { listErrors, splitErrors } from '../../site/src/error-pages.mjs';
import { makePages } from '../../site/src/make-pages.mjs';
import { indexOfCode } from '../../site/src/shown-in.mjs';
import { readPackages, readText } from '../packages.mjs';
import { writtenTypes } from '../public-exports.mjs';
import { findCodes } from '../startup-errors.mjs';
import { anchorOf } from '../text-rules.mjs';

const isWhole = process.env['TEST_SCOPE'] === 'all';

/** The names of each entry, as the committed list has them. */
const listed = readText('docs/internals/exports.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    entry: section.slice(0, section.indexOf('\n')),
    names: [...section.matchAll(/^- (?:type )?(\S+)$/gm)].map(([, name = '']) => name),
  }));

// The types of all packages are read for it.
describe.skipIf(!isWhole)(`the reference of the site${isWhole ? '' : ' (with --all)'}`, () => {
  /** @type {Map<string, string>} */
  let pages = new Map();

  beforeAll(() => {
    pages = new Map(makePages().pages.map(({ title, markdown }) => [title, markdown]));
  }, 600_000);

  /** @param {string} entry */
  const pageOf = (entry) => pages.get(/^(?:@[^/]+\/)?[^/]+/.exec(entry)?.[0] ?? '') ?? '';
  /** @param {string} entry */
  const sectionOf = (entry) =>
    pageOf(entry).split(`\n## Exports of \`${entry}\`\n`)[1]?.split('\n## Exports of ')[0] ?? '';

  it('has every importable name, by entry, with its declaration or location', () => {
    const missing = listed.flatMap(({ entry, names }) => {
      const section = sectionOf(entry);
      const isThere = (/** @type {string} */ name) =>
        section.includes(`\n### ${name}\n`) || section.includes(`| [\`${name}\`](/reference/`);
      return names.filter((name) => !isThere(name)).map((name) => `${entry} ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('has every option of every package, with its description', () => {
    const options = readPackages().flatMap(({ manifest, sources }) =>
      manifest.private === true ? [] : [...sources].flatMap(([path, text]) => optionsOf(manifest.name, path, text)),
    );
    const missing = options.filter(({ name, type, option }) => {
      const described = pageOf(name).split(`\n### ${type}\n`)[1]?.split('\n##')[0];
      if (described === undefined) return false;
      const names = [option, `${option}?`].map((one) => `| \`${one}\` | `);
      const row = described.split('\n').find((line) => names.some((begin) => line.startsWith(begin)));
      const [, , sentence = ''] = row?.split(/ \|(?: |$)/) ?? [];
      return sentence.trim() === '';
    });
    expect(missing).toEqual([]);
    expect(options.length).toBeGreaterThan(300);
  });

  it('has an example of every export, and of every option where it is described', () => {
    const sections = [...pages.values()].flatMap((markdown) =>
      [...markdown.slice(markdown.search(/^## Exports of /m)).matchAll(/\n### (\w+)\n[^]*?(?=\n##|$)/g)].map(
        ([section, name = '']) => ({ name, section }),
      ),
    );
    const isOption = (/** @type {string} */ line) => line.startsWith('| `');
    const missing = sections.flatMap(({ name, section }) => [
      ...(section.includes('For example') ? [] : [name]),
      ...(writtenTypes.test(name) ? section.split('\n').filter(isOption) : [])
        .filter((line) => line.endsWith('|  |') || !/\]\([^)]+\) \|$/.test(line))
        .map((line) => `${name} ${line}`),
    ]);
    expect(missing).toEqual([]);
    expect(sections.length).toBeGreaterThan(800);
  });

  it('begins each page with an example', () => {
    const packages = readPackages().filter(({ manifest }) => manifest.private !== true);
    const without = packages.filter(
      ({ manifest }) => !pageOf(manifest.name).split('\n## Exports of ')[0]?.includes('\n```ts\n'),
    );
    expect(without.map(({ manifest }) => manifest.name)).toEqual([]);
    expect(packages.length).toBeGreaterThan(30);
  });
});

/**
 * The options that a source declares, read without its types.
 * @param {string} name
 * @param {string} path
 * @param {string} text
 */
function optionsOf(name, path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter((one) => one.name.text.endsWith('Options'))
    .flatMap((one) =>
      one.members
        .filter(ts.isPropertySignature)
        .filter(({ type }) => type?.kind !== ts.SyntaxKind.UndefinedKeyword)
        .map((member) => ({ name, type: one.name.text, option: member.name.getText(source) })),
    );
}

describe('the pages of errors', () => {
  const source = readText('docs/errors.md');
  const pages = splitErrors(source);

  it('exist for every code in the types', () => {
    const lists = [
      'packages/internal/src/options/startup-error.ts',
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
