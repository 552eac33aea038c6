import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { versionPlugin } from './built-versions.mjs';
import { bundledIntoPrograms } from './import-rules.mjs';
import { layerOf } from './layer-table.mjs';
import { packageFolders, root } from './package-folders.mjs';
import { pagePlugin } from './page-plugin.mjs';

/**
 * @typedef {object} Manifest
 * @property {boolean} [private]
 * @property {string} version
 * @property {Record<string, string | { '@toolwire/source'?: string }>} [exports]
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string>} [peerDependencies]
 */

/** The one build of every package, all in one process: starting a compiler for each took longer than compiling. */
export default defineConfig(() =>
  packageFolders().flatMap((folder) => {
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    // What is private is bundled into the others.
    return manifest.private === true ? [] : [buildOf(folder, manifest)];
  }),
);

/**
 * Builds a package as ESM and CommonJS, with types for both. Libraries stay imports, so that users can patch them.
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {import('tsdown').UserConfig}
 */
function buildOf(folder, manifest) {
  const ours = manifest.bin === undefined ? [] : bundledIntoPrograms;
  return {
    cwd: join(root, folder),
    entry: sourceEntries(manifest),
    format: ['esm', 'cjs'],
    dts: { oxc: true },
    platform: 'neutral',
    target: 'es2022',
    sourcemap: false,
    outputOptions: {
      // Editors read the comments of the types, and Node would read those of the code at each start.
      comments: { jsdoc: false },
      // One chunk for the modules that several entries share: each file costs about half a millisecond at startup.
      ...(hasFewFiles(folder) && { codeSplitting: { groups: [sharedChunk] } }),
    },
    fixedExtension: false,
    clean: true,
    plugins: [pagePlugin(), versionPlugin(manifest.version)],
    // Our own packages are bundled from their sources.
    inputOptions: {
      resolve: {
        mainFields: ['module', 'main'],
        ...(ours.length > 0 && { conditionNames: ['@toolwire/source', 'import'] }),
      },
    },
    deps: {
      // The package's "imports" are CommonJS files that load a library on first use. They are published in `src`.
      neverBundle: [/^#/],
      // `@toolwire/internal` is not published, so each package has a copy of the parts that it uses.
      onlyBundle: ['@toolwire/internal', ...ours],
    },
  };
}

const sharedChunk = { name: 'shared', minShareCount: 2, test: /\.[cm]?[jt]s$(?<!\.d\.[cm]?ts)/ };

/**
 * Whether the entries of a package are loaded together. The tools load parts of a package later, which one chunk would prevent.
 * @param {string} folder
 */
function hasFewFiles(folder) {
  return layerOf(folder) !== 'tooling';
}

/**
 * What a package builds is what it exports and the programs it has, so that they cannot drift apart.
 * @param {Manifest} manifest
 */
function sourceEntries({ exports = {}, bin = {} }) {
  const exported = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'object' && target['@toolwire/source']
      ? [[entry === '.' ? 'index' : entry.slice(2), target['@toolwire/source']]]
      : [],
  );
  const programs = Object.values(bin).map((path) => {
    const name = path.replace(/^\.\/dist\/(.*)\.js$/, '$1');
    return [name, `./src/${name}.ts`];
  });
  return Object.fromEntries([...exported, ...programs]);
}
