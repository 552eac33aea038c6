import { posix } from 'node:path';
import { packageNameOf } from './import-rules.mjs';
import { readImports } from './read-imports.mjs';

/** @typedef {import('./packages.mjs').WorkspacePackage} WorkspacePackage */

/**
 * The files of a package, and what each imports of the others.
 * @param {WorkspacePackage} one
 * @returns {Map<string, string[]>}
 */
export function fileGraph(one) {
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
 * The packages, and what each imports of the others.
 * @param {readonly WorkspacePackage[]} packages
 * @param {ReadonlyMap<string, WorkspacePackage>} workspace
 * @returns {Map<string, string[]>}
 */
export function packageGraph(packages, workspace) {
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
export function findCycles(graph) {
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

/**
 * The files that a concern's users load without its stage.
 * @param {WorkspacePackage} one
 */
export function reachableWithoutStage(one) {
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
