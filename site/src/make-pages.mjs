import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPackages, readText, root } from '../../scripts/packages.mjs';
import { findExamples } from '../../scripts/public-examples.mjs';
import { anchorOf } from '../../scripts/text-rules.mjs';
import { followLink, replaceLinks } from './links.mjs';
import { home, readSections } from './page-table.mjs';
import { readReference } from './read-reference.mjs';
import { indexOfCode } from './shown-in.mjs';
import { writeReference } from './write-reference.mjs';

/** Where the project's files are read by those who have no clone of it. */
const repository = 'https://github.com/toolwire/toolwire';

/** @typedef {import('./page-table.mjs').SitePage} SitePage */
/** @typedef {SitePage & { markdown: string }} MadePage */

/**
 * Makes the pages of the site out of the files of the project: the same words, with links that lead to pages.
 * @returns {{ pages: readonly MadePage[], pictures: Map<string, string> }} And the pictures they show, by their place on the site.
 */
export function makePages() {
  const pages = [home, ...readSections().flatMap((section) => section.pages)];
  const places = placesOf(pages);
  /** @type {Map<string, string>} */
  const pictures = new Map();
  const linked = pages.map((page) => ({
    ...page,
    markdown: replaceLinks(page.markdown ?? readText(page.source), (target) =>
      resolveLink(page.source, target, places, pictures),
    ),
  }));
  return { pages: withReference(linked), pictures };
}

/**
 * The place on the site of each file, and of each part of one that has a separate page.
 * @param {readonly SitePage[]} pages
 * @returns {ReadonlyMap<string, string>}
 */
function placesOf(pages) {
  return new Map(pages.map(({ source, part, route }) => [part === undefined ? source : `${source}#${part}`, route]));
}

/**
 * Adds to the page of each package what its types say.
 * @param {readonly MadePage[]} pages
 * @returns {readonly MadePage[]}
 */
function withReference(pages) {
  const shown = indexOfCode(pages, anchorOf);
  const routes = new Map(pages.map(({ source, route }) => [dirname(source), route]));
  const places = placesOf(pages);
  const packages = readPackages();
  const reference = readReference(packages, findExamples(packages));
  /** @type {Omit<import('./write-reference.mjs').ReferenceLinks, 'shownIn'>} */
  const links = {
    toExport: (folder, name) => `/${routes.get(folder)}.md#${anchorOf(name)}`,
    toExample: ({ path, heading, line }) => {
      const part = heading === undefined ? undefined : places.get(`${path}#${anchorOf(heading)}`);
      if (part !== undefined) return `/${part}.md`;
      const route = places.get(path);
      if (route === undefined) return `${repository}/blob/main/${path}${path.endsWith('.md') ? '' : `#L${line}`}`;
      return `/${route}.md${heading === undefined ? '' : `#${anchorOf(heading)}`}`;
    },
  };
  return pages.map((page) => {
    const modules = page.source.endsWith('/README.md') ? reference.get(dirname(page.source)) : undefined;
    if (modules === undefined) return page;
    const shownIn = (/** @type {string} */ name) => (shown.get(name) ?? []).slice(0, 3);
    const written = writeReference(modules, { ...links, shownIn });
    return { ...page, markdown: `${page.markdown}\n${written}\n` };
  });
}

/**
 * The place on the site of what a file links to: a page, a picture beside the pages, or a file in the repository.
 * @param {string} source
 * @param {string} target
 * @param {ReadonlyMap<string, string>} places
 * @param {Map<string, string>} pictures What is put beside the pages is added to them.
 */
function resolveLink(source, target, places, pictures) {
  const { path, anchor } = followLink(source, target);
  const part = places.get(`${path}${anchor}`);
  if (part !== undefined) return `/${part}.md`;
  if (target.startsWith('#')) return target;
  const route = places.get(path) ?? places.get(`${path}/README.md`);
  if (route !== undefined) return `/${route}.md${anchor}`;
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`${source} links to '${target}', which is not there`);
  if (/\.(?:png|svg)$/.test(path)) {
    const place = `pictures/${path.replaceAll('/', '-')}`;
    pictures.set(place, path);
    return `/${place}`;
  }
  return `${repository}/${statSync(file).isDirectory() ? 'tree' : 'blob'}/main/${path}${anchor}`;
}
