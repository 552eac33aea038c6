import { dirname } from 'node:path';

/** Files outside the packages that can change the result of tests only where a test reads them. */
const readByTests = /^(?:docs|site|\.changeset|\.github|scripts\/test)\/|^[^/]+\.md$/;

/**
 * @typedef {object} Workspace
 * @property {readonly string[]} folders The folders of all packages, examples and suites.
 * @property {readonly string[]} affected Those that changed, or depend on a package that changed.
 * @property {readonly string[]} skipped Suites that run on `main` only.
 * @property {readonly { path: string, text: string }[]} tests The sources of tests, which may name a page that they read.
 */

/**
 * The arguments for `npm test` that run every test which a change can reach.
 * @param {readonly string[]} changed Paths of the changed files.
 * @param {Workspace} workspace
 * @returns {readonly string[]}
 */
export function reachedTests(changed, { folders, affected, skipped, tests }) {
  const folderOf = (/** @type {string} */ path) => folders.find((folder) => path.startsWith(`${folder}/`));
  const outside = changed.filter((path) => folderOf(path) === undefined);
  if (outside.some((path) => !readByTests.test(path))) return ['--all'];
  const readers = tests
    .filter(({ text }) => outside.some((path) => names(text, path)))
    .map(({ path }) => folderOf(path));
  const reached = [...affected, ...readers].filter((folder) => folder !== undefined && !skipped.includes(folder));
  // The tests of scripts read pages and manifests from everywhere, so they always run.
  return [...new Set(reached), 'scripts'].map((folder) => `${folder}/`).sort();
}

/**
 * Whether a text names a page, or the folder below `docs` that holds the page.
 * @param {string} text
 * @param {string} path
 */
function names(text, path) {
  const folder = dirname(path);
  return text.includes(path) || (folder.includes('/') && text.includes(`${folder}/`));
}
