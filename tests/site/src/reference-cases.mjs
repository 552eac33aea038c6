import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readPackages, readText } from '../../../scripts/packages.mjs';
import { writtenTypes } from '../../../scripts/public-exports.mjs';
import { readSections } from '../../../site/src/page-table.mjs';

/** The names of each entry, as the committed list has them. */
const listed = readText('docs/exports.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    entry: section.slice(0, section.indexOf('\n')),
    names: [...section.matchAll(/^- (?:type )?(\S+)$/gm)].map(([, name = '']) => name),
  }));

/**
 * Declares the tests of the reference pages.
 * @param {(path: string) => string} read Reads a file of the built site.
 */
export function describeReference(read) {
  describe('the reference of the site', () => {
    const routes = new Map(readSections().flatMap(({ pages }) => pages.map(({ title, route }) => [title, route])));
    /** @param {string} entry */
    const pageOf = (entry) => {
      const route = routes.get(/^(?:@[^/]+\/)?[^/]+/.exec(entry)?.[0] ?? '');
      return route === undefined ? '' : read(`${route}.md`);
    };
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
      const sections = [...routes.values()]
        .map((route) => read(`${route}.md`))
        .flatMap((markdown) =>
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
}

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
