import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { packageFolders, root } from './package-folders.mjs';

export { root };

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} [version]
 * @property {boolean} [private]
 * @property {Record<string, unknown>} [exports]
 * @property {Record<string, string>} [imports] CommonJS files that load a library on first use.
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Readonly<Record<string, string>>} [bin]
 */

/**
 * @typedef {object} WorkspacePackage
 * @property {string} folder Such as `packages/core`.
 * @property {Manifest} manifest
 * @property {ReadonlyMap<string, string>} sources Path below the folder, such as `src/index.ts`, to text.
 */

/**
 * Reads every package below `packages`: those that are published, and those that are bundled into them.
 * @returns {WorkspacePackage[]}
 */
export function readPackages() {
  return packageFolders().map((folder) => ({
    folder,
    manifest: readJson(`${folder}/package.json`),
    sources: new Map(filesBelow(`${folder}/src`).map((path) => [path.slice(folder.length + 1), readText(path)])),
  }));
}

/**
 * Every file below a folder, by its path from the root, with forward slashes.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  const absolute = join(root, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Every file of the project by its path from the root, also those that are not committed yet. */
export function listFiles() {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  return execFileSync('git', options, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
}

/** @param {string} path */
export function readText(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** @param {string} path */
export function readJson(path) {
  return JSON.parse(readText(path));
}

/** @param {string} path */
export function readJsonWithComments(path) {
  return ts.parseConfigFileTextToJson(path, readText(path)).config;
}
