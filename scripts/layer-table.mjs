/**
 * @typedef {object} Layer
 * @property {readonly string[]} imports The layers whose packages its sources may import.
 * @property {readonly string[]} [tests] Those that its tests may import beside these.
 * @property {boolean} [portable] Runs on any JavaScript runtime, so it may not know Node.
 * @property {readonly string[]} [onNode] The packages of a portable layer that need Node.
 */

/**
 * The layers from the bottom up, each by its folder below `packages`: one package, or a folder of packages. Where a package
 * stands says what it may import; nothing else does.
 * @type {ReadonlyMap<string, Layer>}
 */
export const layerTable = new Map(
  Object.entries({
    internal: { imports: [], portable: true },
    core: { imports: ['internal'], portable: true },
    concerns: { imports: ['internal', 'core'], portable: true, onNode: ['worker-threads'] },
    protocols: { imports: ['internal', 'core', 'concerns'], tests: ['protocols', 'server'], portable: true },
    server: { imports: ['internal', 'core', 'concerns'], tests: ['protocols'], portable: true },
    inspector: { imports: ['internal', 'core', 'concerns'], tests: ['protocols', 'server'], portable: true },
    hosts: {
      imports: ['internal', 'core', 'protocols', 'server', 'hosts'],
      tests: ['concerns', 'tooling'],
    },
    stores: { imports: ['internal', 'core', 'concerns', 'stores'], tests: ['protocols', 'server', 'hosts'] },
    toolwire: {
      imports: ['internal', 'core', 'concerns', 'protocols', 'server', 'inspector', 'hosts'],
      tests: ['stores', 'tooling'],
    },
    tooling: {
      imports: [
        'internal',
        'core',
        'concerns',
        'protocols',
        'server',
        'inspector',
        'hosts',
        'stores',
        'toolwire',
        'tooling',
      ],
    },
  }),
);

/**
 * The layer of the folder of a package.
 * @param {string} folder Such as `packages/core` or `packages/protocols/mcp`.
 * @returns {string | undefined}
 */
export function layerOf(folder) {
  const [, layer = '', ...names] = folder.split('/');
  return layerTable.has(layer) && names.length === (standsAlone.has(layer) ? 0 : 1) ? layer : undefined;
}

/**
 * Whether a package runs on any JavaScript runtime because of its layer.
 * @param {string} folder
 */
export function isPortable(folder) {
  const { portable = false, onNode = [] } = layerTable.get(layerOf(folder) ?? '') ?? {};
  return portable && !onNode.includes(folder.slice(folder.lastIndexOf('/') + 1));
}

/** The folders of packages that need Node, in layers that are portable. */
export const nodeFolders = [...layerTable].flatMap(([layer, { onNode = [] }]) =>
  onNode.map((name) => `packages/${layer}/${name}`),
);

/** The layers that are one package. */
const standsAlone = new Set(['internal', 'core', 'server', 'inspector', 'toolwire']);

/**
 * The sources of a layer's packages, as patterns of a tsconfig have them.
 * @param {string} layer
 */
export function sourcesOf(layer) {
  return standsAlone.has(layer) ? `packages/${layer}/src` : `packages/${layer}/*/src`;
}

/** Where a package may stand, for the message about a package in another folder. */
export const layerFolders = [...layerTable.keys()].map((layer) =>
  standsAlone.has(layer) ? `packages/${layer}` : `packages/${layer}/<name>`,
);
