import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceLinks } from './links.mjs';
import { home, readSections } from './page-table.mjs';
import { summaryOf } from './summary.mjs';

/** @typedef {import('./make-pages.mjs').MadePage} MadePage */

/**
 * Writes for readers that are programs: each page as Markdown beside it, `llms.txt` with a line for each, and `llms-full.txt` with all of them.
 * @param {readonly MadePage[]} pages
 * @param {string} folder The site as it was built.
 * @param {string} base The path that it is served below, with slashes around it.
 */
export function writeLlms(pages, folder, base) {
  const served = pages.map((page) => ({ ...page, markdown: atBase(page.markdown, base) }));
  for (const { route, markdown } of served) {
    const file = join(folder, `${route}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${markdown.trim()}\n`);
  }
  writeFileSync(join(folder, 'llms.txt'), listPages(served, base));
  writeFileSync(
    join(folder, 'llms-full.txt'),
    served.map(({ route, markdown }) => fullText(`${base}${route}.md`, markdown)).join('\n'),
  );
}

/**
 * @param {string} markdown
 * @param {string} base
 */
function atBase(markdown, base) {
  return replaceLinks(markdown, (target) => (target.startsWith('/') ? `${base}${target.slice(1)}` : target));
}

/**
 * @param {readonly MadePage[]} pages
 * @param {string} base
 */
export function listPages(pages, base) {
  const first = pages.find(({ route }) => route === home.route);
  const sections = readSections().map(({ title, folder }) => {
    const lines = pages
      .filter(({ route }) => route.startsWith(`${folder}/`))
      .map((page) => `- [${page.title}](${base}${page.route}.md): ${summaryOf(page.markdown)}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [`# toolwire\n`, `> ${summaryOf(first?.markdown ?? '')}\n`, ...sections].join('\n');
}

/**
 * @param {string} address
 * @param {string} markdown
 */
function fullText(address, markdown) {
  return `<page address="${address}">\n\n${markdown.trim()}\n\n</page>\n`;
}
