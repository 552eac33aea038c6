import { builtinModules } from 'node:module';
import { readImports } from './read-imports.mjs';

/**
 * The packages that the examples of a page import and its install lines do not name: with pnpm, and with any `node_modules` that is not
 * flat, such an example fails for readers who follow the page.
 * @param {string} markdown
 */
export function findMissingInstalls(markdown) {
  const installed = findInstalls(markdown);
  const imported = codeBlocks(markdown).flatMap((code) => readImports('example.ts', code).flatMap(packagesOf));
  return [...new Set(imported)].filter((name) => !installed.has(name)).sort();
}

/**
 * The packages that the install lines of a page name.
 * @param {string} markdown
 * @returns {ReadonlySet<string>}
 */
export function findInstalls(markdown) {
  return new Set(installLines(markdown).flatMap((line) => line.split(/\s+/).map(withoutVersion)));
}

/**
 * What follows each `npm install`, in a block or in a sentence; a line that ends with a backslash goes on.
 * @param {string} markdown
 */
function installLines(markdown) {
  const lines = markdown.replaceAll(/\\\n/g, ' ');
  return [...lines.matchAll(/npm install ([^\n`]*)/g)].map((match) => match[1] ?? '');
}

/** @param {string} markdown */
function codeBlocks(markdown) {
  return [...markdown.matchAll(/^ *```(?:ts|js)(?: [^\n]*)?\n(.*?)^ *```$/gms)].map((match) => match[1] ?? '');
}

/**
 * The package of an import, without the entry; none for what Node has itself, and for a file beside.
 * @param {import('./read-imports.mjs').Import} one
 * @returns {readonly string[]}
 */
function packagesOf({ specifier }) {
  if (/^(?:node:|\.)/.test(specifier) || builtinModules.includes(specifier)) return [];
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
}

/** @param {string} name */
function withoutVersion(name) {
  return name.replace(/(?<=.)@.*$/, '');
}
