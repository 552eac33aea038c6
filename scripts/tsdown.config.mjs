import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { bundledIntoPrograms } from './import-rules.mjs';
import { packageFolders, root } from './package-folders.mjs';
import { pagePlugin } from './page-plugin.mjs';

/**
 * @typedef {object} Manifest
 * @property {boolean} [private]
 * @property {Record<string, string | { '@toolwire/source'?: string }>} [exports]
 * @property {Record<string, string>} [bin]
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
 * ESM and CommonJS with types for both, nothing bundled that others can load by themselves.
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {import('tsdown').UserConfig}
 */
function buildOf(folder, manifest) {
  const isProgram = manifest.bin !== undefined;
  return {
    cwd: join(root, folder),
    entry: sourceEntries(manifest),
    format: ['esm', 'cjs'],
    dts: { oxc: true },
    platform: 'neutral',
    target: 'es2022',
    sourcemap: false,
    fixedExtension: false,
    clean: true,
    plugins: [pagePlugin()],
    // What is bundled is so as ES modules: others may load parts of theirs by themselves. Ours is so from its sources.
    inputOptions: {
      resolve: { mainFields: ['module', 'main'], ...(isProgram && { conditionNames: ['@toolwire/source', 'import'] }) },
    },
    // Those who require() us under Jest cannot load what exists as ESM only: that is a devDependency, and bundled.
    // What several packages share and none exports is bundled too, so that each can be installed alone.
    deps: {
      onlyBundle: [
        'jose',
        'jsonc-parser',
        'oauth4webapi',
        '@toolwire/internal',
        ...(isProgram ? bundledIntoPrograms : []),
      ],
    },
  };
}

/**
 * What a package builds is what it exports and the programs it has, so that they cannot drift apart.
 * @param {Manifest} manifest
 */
function sourceEntries({ exports = {}, bin = {} }) {
  const exported = Object.values(exports).flatMap((target) =>
    typeof target === 'object' && target['@toolwire/source'] ? [target['@toolwire/source']] : [],
  );
  return [...exported, ...Object.values(bin).map((path) => path.replace(/^\.\/dist\/(.*)\.js$/, './src/$1.ts'))];
}
