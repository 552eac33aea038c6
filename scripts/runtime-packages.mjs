import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPackages, root } from './packages.mjs';
import { readImports } from './read-imports.mjs';

/**
 * @typedef {object} RuntimePackage
 * @property {string} name
 * @property {string} version
 * @property {string} license As its package.json has it, an expression of SPDX; empty where it has none.
 * @property {string} licenseText
 * @property {readonly string[]} needs Each as `name@version`.
 * @property {boolean} isOurs
 */

/**
 * Every package that somebody gets who installs ours, by `name@version`: our own, what they depend on, and what the build has put
 * into them. The app chooses the versions of peers.
 * @returns {ReadonlyMap<string, RuntimePackage>}
 */
export function findRuntimePackages() {
  /** @type {Map<string, RuntimePackage>} */
  const found = new Map();
  const oursAt = new Map(readPackages().map((one) => [one.manifest.name, one]));
  for (const one of oursAt.values()) if (one.manifest.private !== true) visit(join(root, one.folder), one);
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));

  /**
   * @param {string} folder
   * @param {import('./packages.mjs').WorkspacePackage} [ours]
   * @returns {string}
   */
  function visit(folder, ours) {
    const { name, version, license = '', dependencies = {} } = readManifest(folder);
    const id = `${name}@${version}`;
    if (found.has(id)) return id;
    const isOurs = ours !== undefined;
    const one = { name, version, license, licenseText: licenseTextOf(isOurs ? root : folder), isOurs };
    // Before what it needs: packages may need each other.
    found.set(id, { ...one, needs: [] });
    const others = [...Object.keys(dependencies), ...(ours === undefined ? [] : bundledInto(ours))];
    const needs = others.map((needed) => visit(folderOf(needed, folder), oursAt.get(needed)));
    found.set(id, { ...one, needs: needs.sort() });
    return id;
  }
}

/**
 * What the build puts into a package: what its sources import and its users need not have.
 * @param {import('./packages.mjs').WorkspacePackage} one
 */
function bundledInto({ manifest, sources }) {
  const { dependencies, peerDependencies, devDependencies = {} } = manifest;
  const shared = { ...dependencies, ...peerDependencies };
  const imported = [...sources].flatMap(([path, text]) =>
    readImports(path, text)
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ specifier }) => specifier),
  );
  return Object.keys(devDependencies).filter(
    (name) =>
      !Object.hasOwn(shared, name) &&
      !devDependencies[name]?.startsWith('workspace:') &&
      imported.some((specifier) => specifier === name || specifier.startsWith(`${name}/`)),
  );
}

/**
 * @param {string} folder
 * @returns {{ name: string, version: string, license?: string, dependencies?: Record<string, string> }}
 */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * Where Node finds a package from the folder of another.
 * @param {string} name
 * @param {string} from
 */
function folderOf(name, from) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
  }
  throw new Error(`${from} needs ${name}, which is not installed. Run \`npm test\` once, and try again.`);
}

/** @param {string} folder */
function licenseTextOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}
