import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, root } from '../../scripts/packages.mjs';
import { followLink, replaceLinks } from './links.mjs';
import { home, readSections } from './page-table.mjs';

/** Where the project's files are read by those who have no clone of it. */
const repository = 'https://github.com/toolwire/toolwire';

/** The pages as VitePress reads them; nothing in this folder is written by hand. */
const pagesFolder = join(root, 'site/.pages');

/**
 * Makes the pages of the site out of the files of the project: the same words, with links that lead to pages.
 * @returns {{ route: string, title: string, markdown: string }[]} Without what is meant for VitePress alone.
 */
export function writePages() {
  rmSync(pagesFolder, { recursive: true, force: true });
  cpSync(join(root, 'site/files'), join(pagesFolder, 'public'), { recursive: true });
  const pages = [home, ...readSections().flatMap((section) => section.pages)];
  const routes = new Map(pages.map(({ source, route }) => [source, route]));
  return pages.map((page) => {
    const markdown = replaceLinks(readText(page.source), (target) => resolveLink(page.source, target, routes));
    const head = page === home ? homeHead : { title: page.title, source: page.source };
    write(`${page.route}.md`, `---\n${yamlOf(head)}---\n\n${page === home ? withoutTitle(markdown) : markdown}`);
    return { route: page.route, title: page.title, markdown };
  });
}

/**
 * The place on the site of what a file links to: a page, a picture beside the pages, or a file in the repository.
 * @param {string} source
 * @param {string} target
 * @param {ReadonlyMap<string, string>} routes
 */
function resolveLink(source, target, routes) {
  const { path, anchor } = followLink(source, target);
  if (target.startsWith('#')) return target;
  const route = routes.get(path) ?? routes.get(`${path}/README.md`);
  if (route !== undefined) return `/${route}.md${anchor}`;
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`${source} links to '${target}', which is not there`);
  if (/\.(?:png|svg)$/.test(path)) return pictureAt(path);
  return `${repository}/${statSync(file).isDirectory() ? 'tree' : 'blob'}/main/${path}${anchor}`;
}

/** @param {string} path */
function pictureAt(path) {
  const name = path.replaceAll('/', '-');
  mkdirSync(join(pagesFolder, 'public/pictures'), { recursive: true });
  copyFileSync(join(root, path), join(pagesFolder, 'public/pictures', name));
  return `/pictures/${name}`;
}

/** @param {string} markdown */
function withoutTitle(markdown) {
  return markdown.replace(/^# .+\n/, '');
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
      { theme: 'brand', text: 'Writing a tool', link: '/learn/tools' },
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

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  const file = join(pagesFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
