import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { layerOf, layerTable } from './layer-table.mjs';

/** @typedef {import('./packages.mjs').WorkspacePackage} WorkspacePackage */
/** @typedef {import('./read-imports.mjs').Import} Import */

/** Packages that the build bundles into `dist`, as tsdown.config.mjs lists them, or into a page. They are devDependencies. */
const bundled = new Set(['@toolwire/internal', 'preact', '@preact/signals']);

/** Packages that the build bundles into programs, so that users install fewer packages. */
export const bundledIntoPrograms = [
  '@toolwire/arcade',
  '@toolwire/contract',
  '@toolwire/fetch',
  '@toolwire/inspector',
  '@toolwire/log',
  '@toolwire/models',
  '@toolwire/node',
  '@toolwire/otc',
  '@toolwire/stdio',
  '@toolwire/trace',
];

/**
 * @typedef {object} ImportContext
 * @property {WorkspacePackage} one
 * @property {string} layer
 * @property {string} path Of the file, below the package's folder.
 * @property {Import} found
 * @property {ReadonlyMap<string, WorkspacePackage>} workspace
 * @property {boolean} portable Whether the package runs on any runtime.
 * @property {boolean} alone Whether users of a concern load the file without its stage.
 */

/**
 * The one rule an import breaks, if any.
 * @param {ImportContext} context
 * @returns {{ rule: string, message: string } | undefined}
 */
export function brokenRule({ one, layer, path, found, workspace, portable, alone }) {
  const { specifier, typeOnly } = found;
  if (specifier.startsWith('.')) {
    const file = posix.join(posix.dirname(path), specifier);
    // Its own version is what a package may read of its manifest; the build puts that into the file.
    return file.startsWith('src/') || file === 'package.json'
      ? undefined
      : { rule: 'outside', message: `'${specifier}' leaves the package's src; import the other package by its name` };
  }
  if (isBuiltin(specifier)) {
    return portable
      ? {
          rule: 'node-builtin',
          message: `'${specifier}' is Node's own; packages of tsconfig.portable.json run anywhere`,
        }
      : undefined;
  }
  if (specifier.startsWith('#')) {
    return Object.hasOwn(one.manifest.imports ?? {}, specifier)
      ? undefined
      : { rule: 'undeclared', message: `'${specifier}' is not among the "imports" of package.json` };
  }
  const name = packageNameOf(specifier);
  if (name === one.manifest.name) {
    return { rule: 'outside', message: `'${specifier}' is this package itself; import the file by its relative path` };
  }
  if (!isDeclared(name, one)) {
    return { rule: 'undeclared', message: `'${name}' is neither in "dependencies" nor in "peerDependencies"` };
  }
  const target = workspace.get(name);
  if (!target) return undefined;
  if (!Object.hasOwn(target.manifest.exports ?? {}, `.${specifier.slice(name.length)}`)) {
    return { rule: 'internals', message: `'${specifier}' is not among the "exports" of ${name}` };
  }
  const targetLayer = layerOf(target.folder);
  const allowed = layerTable.get(layer)?.imports;
  if (targetLayer !== undefined && !allowed?.includes(targetLayer)) {
    return { rule: 'layer', message: `'${name}' is of the layer '${targetLayer}', which '${layer}' may not import` };
  }
  // Each package contains a copy, so each package can be used without the others.
  if (bundled.has(name)) return undefined;
  if (alone) {
    return {
      rule: 'concern-alone',
      message: `'${name}' is needed by an entry other than ./stage; a concern stands alone`,
    };
  }
  if (layer === 'concerns' && !typeOnly) {
    return { rule: 'types-only', message: `a stage imports only types of '${name}': write \`import type\`` };
  }
  return undefined;
}

/** @param {string} specifier */
function isBuiltin(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** @param {string} specifier */
export function packageNameOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * @param {string} name
 * @param {WorkspacePackage} one
 */
function isDeclared(name, { manifest }) {
  const isBundled = bundled.has(name) || (manifest.bin !== undefined && bundledIntoPrograms.includes(name));
  if (isBundled && Object.hasOwn(manifest.devDependencies ?? {}, name)) return true;
  // What has no registry to come from; a library may be installed as well, as by tests that users run.
  if (bundled.has(name) && name.startsWith('@toolwire/')) return false;
  return Object.hasOwn({ ...manifest.dependencies, ...manifest.peerDependencies }, name);
}
