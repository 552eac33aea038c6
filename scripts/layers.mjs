import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { readImports } from './read-imports.mjs';

/** @typedef {import('./packages.mjs').WorkspacePackage} WorkspacePackage */
/** @typedef {import('./read-imports.mjs').Import} Import */

/**
 * @typedef {object} LayerRules
 * @property {Readonly<Record<string, readonly string[]>>} allowed Layer to the layers it may import: the tags of the root turbo.json.
 * @property {readonly string[]} portable The source folders that tsconfig.portable.json checks without Node's types.
 */

/** One broken rule: its name, where, and what to do. @typedef {{ rule: string, at: string, message: string }} Violation */

/** Layers below the hosts: they run on any JavaScript runtime, so they may not know Node. */
const portableLayers = new Set(['core', 'concern', 'wire', 'server']);

/** What the build puts into `dist`, as tsdown.config.ts lists it: nobody installs it, so it is a devDependency. */
const bundled = new Set(['jose']);

/** What the table allows for tests only: Turborepo counts devDependencies too, and wires and hosts are tested with what is around them. */
const forTestsOnly = new Map([
  ['wire', ['wire', 'server']],
  ['server', ['wire']],
  ['host', ['concern', 'wire', 'beside']],
  ['entry', ['beside']],
  ['beside', ['beside']],
]);

/**
 * Checks what every package imports against the layers.
 * @param {readonly WorkspacePackage[]} packages
 * @param {LayerRules} rules
 * @returns {Violation[]}
 */
export function checkLayers(packages, rules) {
  const workspace = new Map(packages.map((one) => [one.manifest.name, one]));
  return [
    ...packages.flatMap((one) => checkPackage(one, workspace, rules)),
    ...findCycles(packageGraph(packages, workspace)).map((cycle) => ({
      rule: 'package-cycle',
      at: cycle.join(' → '),
      message: 'these packages import each other in a circle; move what they share to a lower layer',
    })),
  ];
}

/**
 * @param {WorkspacePackage} one
 * @param {ReadonlyMap<string, WorkspacePackage>} workspace
 * @param {LayerRules} rules
 * @returns {Violation[]}
 */
function checkPackage(one, workspace, rules) {
  const layer = layerOf(one);
  if (layer === undefined || !Object.hasOwn(rules.allowed, layer)) {
    const layers = Object.keys(rules.allowed).join(', ');
    return [
      { rule: 'no-layer', at: `${one.folder}/turbo.json`, message: `must name exactly one layer in "tags": ${layers}` },
    ];
  }
  /** @type {Violation[]} */
  const violations = [];
  if (portableLayers.has(layer) && !rules.portable.includes(`${one.folder}/src`)) {
    const message = `'${one.folder}/src' is missing from "include": packages below the hosts are checked without Node's types`;
    violations.push({ rule: 'not-portable', at: 'tsconfig.portable.json', message });
  }
  const alone = layer === 'concern' ? reachableWithoutStage(one) : new Set();
  for (const [path, text] of one.sources) {
    for (const found of readImports(path, text)) {
      const broken = brokenRule({ one, layer, path, found, workspace, rules, alone: alone.has(path) });
      if (broken) violations.push({ ...broken, at: `${one.folder}/${path}:${found.line}` });
    }
  }
  const cycles = findCycles(fileGraph(one));
  return [
    ...violations,
    ...cycles.map((cycle) => ({
      rule: 'file-cycle',
      at: `${one.folder}: ${cycle.join(' → ')}`,
      message: 'these files import each other in a circle; move what they share to a file of its own',
    })),
  ];
}

/**
 * The one rule an import breaks, if any.
 * @param {{ one: WorkspacePackage, layer: string, path: string, found: Import, workspace: ReadonlyMap<string, WorkspacePackage>, rules: LayerRules, alone: boolean }} context
 * @returns {{ rule: string, message: string } | undefined}
 */
function brokenRule({ one, layer, path, found, workspace, rules, alone }) {
  const { specifier, typeOnly } = found;
  if (specifier.startsWith('.')) {
    const file = posix.join(posix.dirname(path), specifier);
    // Its own version is what a package may read of its manifest; the build puts that into the file.
    return file.startsWith('src/') || file === 'package.json'
      ? undefined
      : { rule: 'outside', message: `'${specifier}' leaves the package's src; import the other package by its name` };
  }
  if (isBuiltin(specifier)) {
    return portableLayers.has(layer)
      ? { rule: 'node-builtin', message: `'${specifier}' is Node's own; packages below the hosts run anywhere` }
      : undefined;
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
  const targetLayer = layerOf(target);
  const allowed = rules.allowed[layer]?.filter((other) => !forTestsOnly.get(layer)?.includes(other));
  if (targetLayer !== undefined && !allowed?.includes(targetLayer)) {
    return { rule: 'layer', message: `a ${layer} may not import '${name}', which is of the layer '${targetLayer}'` };
  }
  if (alone) {
    return {
      rule: 'concern-alone',
      message: `'${name}' is needed by an entry other than ./stage; a concern stands alone`,
    };
  }
  if (layer === 'concern' && !typeOnly) {
    return { rule: 'types-only', message: `a stage imports only types of '${name}': write \`import type\`` };
  }
  return undefined;
}

/** @param {WorkspacePackage} one */
function layerOf(one) {
  return one.tags.length === 1 ? one.tags[0] : undefined;
}

/** @param {string} specifier */
function isBuiltin(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** @param {string} specifier */
function packageNameOf(specifier) {
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
  if (bundled.has(name)) return Object.hasOwn(manifest.devDependencies ?? {}, name);
  return Object.hasOwn({ ...manifest.dependencies, ...manifest.peerDependencies }, name);
}

/**
 * The files that a concern's users load without its stage.
 * @param {WorkspacePackage} one
 */
function reachableWithoutStage(one) {
  const graph = fileGraph(one);
  const reached = new Set();
  const waiting = Object.entries(one.manifest.exports ?? {})
    .filter(([entry]) => entry !== './stage')
    .map(([, target]) => sourceOf(target));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(graph.get(path) ?? []));
  }
  return reached;
}

/** @param {unknown} target */
function sourceOf(target) {
  const source = /** @type {Record<string, string>} */ (target)['@toolwire/source'];
  return source?.replace(/^\.\//, '') ?? '';
}

/**
 * @param {WorkspacePackage} one
 * @returns {Map<string, string[]>}
 */
function fileGraph(one) {
  return new Map(
    [...one.sources].map(([path, text]) => [
      path,
      readImports(path, text)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier)),
    ]),
  );
}

/**
 * @param {readonly WorkspacePackage[]} packages
 * @param {ReadonlyMap<string, WorkspacePackage>} workspace
 * @returns {Map<string, string[]>}
 */
function packageGraph(packages, workspace) {
  return new Map(
    packages.map(({ manifest, sources }) => {
      const specifiers = [...sources].flatMap(([path, text]) =>
        readImports(path, text).map(({ specifier }) => specifier),
      );
      return [manifest.name, [...new Set(specifiers.map(packageNameOf))].filter((name) => workspace.has(name))];
    }),
  );
}

/**
 * Every circle of a graph, each told once.
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @returns {string[][]}
 */
function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = [];
  const done = new Set();
  /**
   * @param {string} node
   * @param {readonly string[]} trail
   */
  const walk = (node, trail) => {
    const from = trail.indexOf(node);
    if (from >= 0) cycles.push([...trail.slice(from), node]);
    if (from >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return cycles;
}
