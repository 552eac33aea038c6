import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLinks, checkMarkdown } from '../../site/src/check-links.mjs';
import { followLink, replaceLinks } from '../../site/src/links.mjs';
import { home, readSections } from '../../site/src/page-table.mjs';
import { summaryOf } from '../../site/src/summary.mjs';
import { listPages, writeLlms } from '../../site/src/write-llms.mjs';
import { listFiles } from '../packages.mjs';

describe('the table of the pages of the site', () => {
  const pages = [home, ...readSections().flatMap((section) => section.pages)];

  it('has every page of the documentation, every README of a package, and the project pages', () => {
    const wanted = listFiles().filter(
      (path) =>
        /^docs\/.*\.md$|^packages\/.*\/README\.md$|^[A-Z_]+\.md$/.test(path) && !/\/test\/|\/internal\//.test(path),
    );
    const sources = new Set(pages.map(({ source }) => source));
    expect(wanted.filter((path) => !sources.has(path))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(50);
  });

  it('has a unique path for each page, and each file once', () => {
    expect(new Set(pages.map(({ route }) => route)).size).toBe(pages.length);
    expect(new Set(pages.map(({ source, part }) => `${source}#${part}`)).size).toBe(pages.length);
  });
});

describe('the links of a page', () => {
  const marked = (/** @type {string} */ markdown) => replaceLinks(markdown, (target) => `<${target}>`);

  it('are replaced in text, lists and tables, also around code', () => {
    expect(marked('[a](b.md) and [`c`](../d.md#e), ![f](g.png)')).toBe(
      '[a](<b.md>) and [`c`](<../d.md#e>), ![f](<g.png>)',
    );
  });

  it('are replaced in the pictures of HTML tags', () => {
    expect(marked('<source media="(x)" srcset="a-dark.svg">\n<img alt="b" src="../a.svg">')).toBe(
      '<source media="(x)" srcset="<a-dark.svg>">\n<img alt="b" src="<../a.svg>">',
    );
    expect(marked('<img src="https://example.com/a.png">')).toBe('<img src="https://example.com/a.png">');
  });

  it('stay unchanged if they lead to other sites', () => {
    expect(marked('[a](https://example.com/b) [c](mailto:d@example.com)')).not.toContain('<');
  });

  it('are not searched in code', () => {
    const code = '```ts\nconst a = b[c](d);\n```\nand `e[f](g)` and ``h`[i](j)``';
    expect(marked(code)).toBe(code);
  });

  it('are relative to the folder of their file', () => {
    expect(followLink('docs/tools.md', '../packages/core/README.md#stages')).toEqual({
      path: 'packages/core/README.md',
      anchor: '#stages',
    });
    expect(followLink('docs/tools.md', '#testing')).toEqual({ path: 'docs/tools.md', anchor: '#testing' });
    expect(followLink('README.md', 'docs/pictures/')).toEqual({ path: 'docs/pictures', anchor: '' });
  });
});

describe('the check of the built site', () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param {Record<string, string>} files */
  function check(files, base = '/') {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return checkLinks(folder, base);
  }

  it('finds nothing if every target exists', () => {
    const page =
      '<h2 id="eins-2" tabindex="-1">One</h2><a href="/b/index.html#two">b</a><a class="x" href="#eins-2">a</a>';
    const other = '<h2 id="two">Two</h2><a href="/">home</a><img src="/c.png"><a href="https://example.com">out</a>';
    expect(check({ 'index.html': page, 'b/index.html': other, 'c.png': '' })).toEqual([]);
    expect(check({ 'index.html': '<a href="/b/">b</a>' })).toEqual([]);
  });

  it.each([
    ['a page that is not there', '<a href="/b.html">b</a>', "links to '/b.html', which is not there"],
    ['a heading that is not there', '<a href="#b">b</a>', "links to '#b', and there is no such heading"],
    ['a heading of another page', '<a href="/c.html#d">b</a>', "links to '/c.html#d', and there is no such heading"],
    ['a picture', '<img alt="b" src="/b.png">', "links to '/b.png', which is not there"],
    [
      'an address that depends on the page',
      '<a href="b.html">b</a>',
      "links to 'b.html', which does not begin with '/'",
    ],
    [
      'a script from elsewhere',
      '<script async src="https://example.com/a.js"></script>',
      "fetches 'https://example.com/a.js' from elsewhere",
    ],
    [
      'a font from elsewhere',
      '<link rel="preload" href="//example.com/a.woff2">',
      "fetches '//example.com/a.woff2' from elsewhere",
    ],
  ])('finds %s', (_what, page, problem) => {
    expect(check({ 'index.html': page, 'c.html': '<h1 id="c">C</h1>' })).toEqual([`index.html ${problem}`]);
  });

  it('finds a link outside the path of the site', () => {
    const problems = check({ 'index.html': '<a href="/site/">a</a><a href="/b.html">b</a>', 'b.html': '' }, '/site/');
    expect(problems).toEqual(["index.html links to '/b.html', which is outside of '/site/'"]);
  });

  it('finds a dead link in the Markdown next to the pages', () => {
    check({ 'a.md': '[b](/b.md#c) [d](/d.md) [e](https://example.com) `[f](/f.md)`', 'b.md': '[a](/a.md)' });
    expect(checkMarkdown(folder, '/')).toEqual(["a.md links to '/d.md', which is not there"]);
  });
});

describe('the files for language models', () => {
  const page = { source: 'docs/tools.md', route: 'learn/tools', title: 'Writing a tool', group: 'Concepts' };

  it('have a line for each page, with its first sentence', () => {
    const list = listPages(
      [{ ...page, markdown: '# Writing a tool\n\nA tool is [plain](/a.md) data\nand `run`. More.' }],
      '/site/',
    );
    expect(list).toContain('## Learn\n\n- [Writing a tool](/site/learn/tools.md): A tool is plain data and `run`.\n');
  });

  it('have no first sentence from a table, heading, list or code', () => {
    const markdown = '# A\n\n```ts\nno;\n```\n\n| no | no |\n\n- no\n\n> no\n\nYes: this. And more.';
    expect(summaryOf(markdown)).toBe('Yes: this.');
  });

  it('contain the Markdown of each page, with links within the site', () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    writeLlms([{ ...page, markdown: '# A\n\n[B](/learn/b.md#c), [C](#c)' }], folder, '/site/');
    expect(readFileSync(join(folder, 'learn/tools.md'), 'utf8')).toBe('# A\n\n[B](/site/learn/b.md#c), [C](#c)\n');
    expect(readFileSync(join(folder, 'llms-full.txt'), 'utf8')).toContain('<page address="/site/learn/tools.md">');
    rmSync(folder, { recursive: true });
  });
});
