/**
 * @typedef {object} Layer
 * @property {readonly string[]} imports The layers whose packages its sources may import.
 * @property {readonly string[]} [tests] Those that its tests may import beside these.
 * @property {boolean} [portable] Runs on any JavaScript runtime, so it may not know Node.
 */

/**
 * The layers from the bottom up, each by its folder below `packages`: a package of its own, or a folder of packages. Where a package
 * stands says what it may import; nothing else does.
 * @type {ReadonlyMap<string, Layer>}
 */
export const layerTable = new Map(
  Object.entries({
    internal: { imports: [], portable: true },
    core: { imports: ['internal'], portable: true },
    concerns: { imports: ['internal', 'core'], portable: true },
    wires: { imports: ['internal', 'core', 'concerns'], tests: ['wires', 'server'], portable: true },
    server: { imports: ['internal', 'core', 'concerns'], tests: ['wires'], portable: true },
    hosts: {
      imports: ['internal', 'core', 'wires', 'server', 'hosts'],
      tests: ['concerns', 'companions'],
    },
    stores: { imports: ['internal', 'core', 'concerns', 'stores'], tests: ['wires', 'server', 'hosts'] },
    toolwire: {
      imports: ['internal', 'core', 'concerns', 'wires', 'server', 'hosts'],
      tests: ['stores', 'companions'],
    },
    companions: {
      imports: ['internal', 'core', 'concerns', 'wires', 'server', 'hosts', 'stores', 'toolwire', 'companions'],
    },
  }),
);

/**
 * The layer in whose folder a package stands.
 * @param {string} folder Such as `packages/core` or `packages/wires/mcp`.
 * @returns {string | undefined}
 */
export function layerOf(folder) {
  const [, layer = '', ...names] = folder.split('/');
  return layerTable.has(layer) && names.length === (standsAlone.has(layer) ? 0 : 1) ? layer : undefined;
}

/** The layers that are one package. */
const standsAlone = new Set(['internal', 'core', 'server', 'toolwire']);

/**
 * The sources of a layer's packages, as patterns of a tsconfig have them.
 * @param {string} layer
 */
export function sourcesOf(layer) {
  return standsAlone.has(layer) ? `packages/${layer}/src` : `packages/${layer}/*/src`;
}

/** Where a package may stand, for whoever has put one elsewhere. */
export const layerFolders = [...layerTable.keys()].map((layer) =>
  standsAlone.has(layer) ? `packages/${layer}` : `packages/${layer}/<name>`,
);
