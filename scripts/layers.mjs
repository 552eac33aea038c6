import { checkFolders } from './folders.mjs';
import { fileGraph, findCycles, packageGraph, reachableWithoutStage } from './import-graph.mjs';
import { brokenRule } from './import-rules.mjs';
import { isPortable, layerFolders, layerOf, layerTable, sourcesOf } from './layer-table.mjs';
import { readImports } from './read-imports.mjs';

/** @typedef {import('./packages.mjs').WorkspacePackage} WorkspacePackage */

/**
 * @typedef {object} LayerRules
 * @property {readonly string[]} portable The source folders that tsconfig.portable.json checks without Node's types, as patterns.
 * @property {ReadonlyMap<string, import('./folders.mjs').FolderOrder>} folders Package to the order of the folders of its `src`, where one is declared.
 */

/** One broken rule: its name, where, and what to do. @typedef {{ rule: string, at: string, message: string }} Violation */

/**
 * Checks what every package imports against the layers.
 * @param {readonly WorkspacePackage[]} packages
 * @param {LayerRules} rules
 * @returns {Violation[]}
 */
export function checkLayers(packages, rules) {
  const workspace = new Map(packages.map((one) => [one.manifest.name, one]));
  return [
    ...checkPortable(rules),
    ...packages.flatMap((one) => checkPackage(one, workspace, rules)),
    ...packages.flatMap((one) => checkFolders(one, rules.folders.get(one.manifest.name))),
    ...[...rules.folders.keys()]
      .filter((name) => !workspace.has(name))
      .map((name) => ({ rule: 'no-package', at: name, message: 'has a table of folders, and is no package' })),
    ...findCycles(packageGraph(packages, workspace)).map((cycle) => ({
      rule: 'package-cycle',
      at: cycle.join(' → '),
      message: 'these packages import each other in a circle; move what they share to a lower layer',
    })),
  ];
}

/**
 * The compiler checks every layer below the hosts without Node's types.
 * @param {LayerRules} rules
 * @returns {Violation[]}
 */
function checkPortable({ portable }) {
  return [...layerTable]
    .filter(([layer, rules]) => rules.portable === true && !portable.includes(sourcesOf(layer)))
    .map(([layer]) => ({
      rule: 'not-portable',
      at: 'tsconfig.portable.json',
      message: `'${sourcesOf(layer)}' is missing from "include": packages below the hosts are checked without Node's types`,
    }));
}

/**
 * @param {WorkspacePackage} one
 * @param {ReadonlyMap<string, WorkspacePackage>} workspace
 * @param {LayerRules} rules
 * @returns {Violation[]}
 */
function checkPackage(one, workspace, rules) {
  const layer = layerOf(one.folder);
  if (layer === undefined) {
    const message = `is not in a layer folder; move it to one of ${layerFolders.join(', ')}`;
    return [{ rule: 'no-layer', at: one.folder, message }];
  }
  const portable = isPortable(one.folder) || rules.portable.includes(`${one.folder}/src`);
  const alone = layer === 'concerns' ? reachableWithoutStage(one) : new Set();
  const imports = [...one.sources].flatMap(([path, text]) =>
    readImports(path, text).flatMap((found) => {
      const broken = brokenRule({ one, layer, path, found, workspace, portable, alone: alone.has(path) });
      return broken ? [{ ...broken, at: `${one.folder}/${path}:${found.line}` }] : [];
    }),
  );
  const cycles = findCycles(fileGraph(one));
  return [
    ...imports,
    ...checkDevelopment(one, layer, workspace),
    ...cycles.map((cycle) => ({
      rule: 'file-cycle',
      at: `${one.folder}: ${cycle.join(' → ')}`,
      message: 'these files import each other in a circle; move what they share to a separate file',
    })),
  ];
}

/**
 * What only tests import is a devDependency, and layers too have a say in that: pnpm lets nothing be imported that is not declared.
 * @param {WorkspacePackage} one
 * @param {string} layer
 * @param {ReadonlyMap<string, WorkspacePackage>} workspace
 * @returns {Violation[]}
 */
function checkDevelopment({ folder, manifest }, layer, workspace) {
  const { imports = [], tests = [] } = layerTable.get(layer) ?? {};
  return Object.keys(manifest.devDependencies ?? {}).flatMap((name) => {
    const target = layerOf(workspace.get(name)?.folder ?? '');
    if (target === undefined || imports.includes(target) || tests.includes(target)) return [];
    const message = `'${name}' is of the layer '${target}', which tests of '${layer}' may not import`;
    return [{ rule: 'layer-of-tests', at: `${folder}/package.json`, message }];
  });
}
