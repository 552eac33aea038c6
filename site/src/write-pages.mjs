import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/package-folders.mjs';
import { splitHome } from './home-page.mjs';
import { readLastChanges } from './last-changes.mjs';
import { makePages } from './make-pages.mjs';
import { home } from './page-table.mjs';
import { summaryOf } from './summary.mjs';
import { withTabs } from './tabs.mjs';
import { withThemes } from './themed-pictures.mjs';

/** The pages as VitePress reads them; nothing in this folder is written by hand. */
const pagesFolder = join(root, 'site/.pages');

/** Pages with tabs. A reference shows types, and reports show one command. */
const hasTabs = /^(?:index$|start\/|learn\/|recipes\/|deploy\/|identity\/|examples\/)/;

/**
 * Writes the pages and their pictures for VitePress to read.
 * @returns {readonly import('./make-pages.mjs').MadePage[]}
 */
export function writePages() {
  rmSync(pagesFolder, { recursive: true, force: true });
  cpSync(join(root, 'site/files'), join(pagesFolder, 'public'), { recursive: true });
  const { pages, pictures } = makePages();
  const changes = readLastChanges();
  for (const page of pages) {
    const { head, body } = page.route === home.route ? splitHome(page.markdown, pictures) : partsOf(page, changes);
    const themed = withThemes(body, pictures);
    const file = join(pagesFolder, `${page.route}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `---\n${yamlOf(head)}---\n\n${hasTabs.test(page.route) ? withTabs(themed) : themed}`);
  }
  for (const [place, path] of pictures) cpSync(join(root, path), join(pagesFolder, 'public', place));
  return pages;
}

/**
 * @param {import('./make-pages.mjs').MadePage} page
 * @param {ReadonlyMap<string, string>} changes
 */
function partsOf({ title, source, markdown, keywords }, changes) {
  const changed = changes.get(source);
  const head = {
    title,
    source,
    description: summaryOf(markdown).replaceAll(/[`*]/g, ''),
    ...(keywords && { keywords }),
    ...(changed !== undefined && { changed }),
  };
  return { head, body: markdown };
}

/**
 * A page's head as YAML, of which JSON is a part.
 * @param {Record<string, unknown>} head
 */
function yamlOf(head) {
  return Object.entries(head)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}
