import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/package-folders.mjs';
import { makePages } from './make-pages.mjs';
import { home } from './page-table.mjs';

/** The pages as VitePress reads them; nothing in this folder is written by hand. */
const pagesFolder = join(root, 'site/.pages');

/**
 * Writes the pages, and what stands beside them, for VitePress to read.
 * @returns {readonly import('./make-pages.mjs').MadePage[]}
 */
export function writePages() {
  rmSync(pagesFolder, { recursive: true, force: true });
  cpSync(join(root, 'site/files'), join(pagesFolder, 'public'), { recursive: true });
  const { pages, pictures } = makePages();
  for (const [place, path] of pictures) cpSync(join(root, path), join(pagesFolder, 'public', place));
  for (const page of pages) {
    const isHome = page.route === home.route;
    const head = isHome ? homeHead : { title: page.title, source: page.source };
    const body = isHome ? page.markdown.replace(/^# .+\n/, '') : page.markdown;
    const file = join(pagesFolder, `${page.route}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `---\n${yamlOf(head)}---\n\n${body}`);
  }
  return pages;
}

const homeHead = {
  layout: 'home',
  title: 'toolwire',
  titleTemplate: ':title: one tool definition, every protocol',
  source: 'README.md',
  hero: {
    name: 'toolwire',
    text: 'Write an AI tool once',
    tagline: 'and serve it over Open Tool Calling, MCP and Arcade inside the Node server you already run.',
    actions: [
      { theme: 'brand', text: 'Create a new project', link: '/start/new-project' },
      { theme: 'alt', text: 'Add to an existing app', link: '/start/existing-app' },
      { theme: 'alt', text: 'Going to production', link: '/recipes/production' },
    ],
  },
};

/**
 * A page's head as YAML, of which JSON is a part.
 * @param {Record<string, unknown>} head
 */
function yamlOf(head) {
  return Object.entries(head)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}
