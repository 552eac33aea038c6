import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { replaceLinks } from './links.mjs';

/**
 * Looks for every address of a built page: what is there of files and of headings, and what is fetched from elsewhere.
 * @param {string} folder The site as it was built.
 * @param {string} base The path that it is served below, with slashes around it.
 * @returns {string[]} The problems, one a line.
 */
export function checkLinks(folder, base) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const pages = new Map(files.map((file) => [file, readPage(readFileSync(join(folder, file), 'utf8'))]));
  const problems = [...pages].flatMap(([file, page]) => [
    ...page.fetched.filter(isElsewhere).map((address) => `${file} fetches '${address}' from elsewhere`),
    ...[...page.links, ...page.fetched.filter((address) => !isElsewhere(address))].flatMap(
      (address) => deadLink(address, file) ?? [],
    ),
  ]);
  return [...new Set(problems)];

  /**
   * @param {string} address
   * @param {string} file
   */
  function deadLink(address, file) {
    const [path = '', anchor] = address.split('#');
    if (!path.startsWith('/') && path !== '') return `${file} links to '${address}', which does not begin with '/'`;
    if (path !== '' && !path.startsWith(base)) return `${file} links to '${address}', which is outside of '${base}'`;
    const target = path === '' ? file : fileAt(path.slice(base.length));
    if (!existsSync(join(folder, target))) return `${file} links to '${address}', which is not there`;
    const isThere = anchor === undefined || anchor === '' || pages.get(target)?.ids.has(decodeURIComponent(anchor));
    return isThere === true ? undefined : `${file} links to '${address}', and there is no such heading`;
  }
}

/**
 * Looks for every page that the Markdown of a built site links to: the pages beside the pages, and the list of all.
 * @param {string} folder
 * @param {string} base
 * @returns {string[]}
 */
export function checkMarkdown(folder, base) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.flatMap((file) => {
    /** @type {string[]} */
    const missing = [];
    replaceLinks(readFileSync(file, 'utf8'), (target) => {
      const [path = ''] = target.split('#');
      const isThere = path === '' || (path.startsWith(base) && existsSync(join(folder, path.slice(base.length))));
      if (!isThere) missing.push(`${relative(folder, file)} links to '${target}', which is not there`);
      return target;
    });
    return missing;
  });
}

/** @param {string} path */
function fileAt(path) {
  const [plain = ''] = path.split('?');
  return plain === '' || plain.endsWith('/') ? posix.join(plain, 'index.html') : decodeURI(plain);
}

/** @param {string} address */
function isElsewhere(address) {
  return /^(?:[a-z]+:)?\/\//.test(address);
}

/** @param {string} html */
function readPage(html) {
  const tags = [...html.matchAll(/<([a-z][\w-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, name = '', attributes = '']) => ({ name, attributes: readAttributes(attributes) }),
  );
  const valuesOf = (/** @type {string} */ attribute, /** @type {(name: string) => boolean} */ counts) =>
    tags.flatMap(({ name, attributes }) => (counts(name) ? (attributes.get(attribute) ?? []) : []));
  return {
    ids: new Set(valuesOf('id', () => true)),
    links: valuesOf('href', (name) => name === 'a').filter((address) => !/^(?:https?|mailto):/.test(address)),
    // The canonical address of a page is that of the published site, which nothing is fetched from.
    fetched: [
      ...valuesOf('src', () => true),
      ...tags.flatMap(({ name, attributes }) =>
        name === 'link' && attributes.get('rel') !== 'canonical' ? (attributes.get('href') ?? []) : [],
      ),
    ],
  };
}

/** @param {string} text */
function readAttributes(text) {
  return new Map(
    [...text.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescape(value)]),
  );
}

/** @param {string} value */
function unescape(value) {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
