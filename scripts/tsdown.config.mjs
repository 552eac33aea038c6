import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { deferredPlugin, namesOfZod3Plugin } from './deferred-plugin.mjs';
import { bundledIntoPrograms } from './import-rules.mjs';
import { packageFolders, root } from './package-folders.mjs';
import { pagePlugin } from './page-plugin.mjs';

/**
 * @typedef {object} Manifest
 * @property {boolean} [private]
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
    return manifest.private === true ? [] : buildsOf(folder, manifest);
  }),
);

/** The quickstart. */
const wholeProgram = 'packages/toolwire';

/**
 * The build of a package. Of the quickstart the code is one file, since each of some forty that it would load costs half a millisecond
 * before the first answer; its types are those of the packages that it is made of, which know each other whatever copy they are of.
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {import('tsdown').UserConfig[]}
 */
function buildsOf(folder, manifest) {
  if (folder !== wholeProgram) return [buildOf(folder, manifest)];
  const { peerDependencies = {} } = manifest;
  const build = buildOf(folder, manifest, [/^@toolwire\//]);
  return [
    { ...buildOf(folder, manifest), dts: { oxc: true, emitDtsOnly: true } },
    {
      ...build,
      dts: false,
      deps: {
        ...build.deps,
        neverBundle: [/^node:/],
        alwaysBundle: (id) => id.startsWith('@toolwire/') && !Object.hasOwn(peerDependencies, id),
      },
    },
  ];
}

/**
 * ESM and CommonJS with types for both, nothing bundled that others can load by themselves.
 * @param {string} folder
 * @param {Manifest} manifest
 * @param {readonly (string | RegExp)[]} ours Those of our packages whose sources go into it.
 * @returns {import('tsdown').UserConfig}
 */
function buildOf(folder, manifest, ours = manifest.bin === undefined ? [] : bundledIntoPrograms) {
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
    plugins: [pagePlugin(), deferredPlugin(), namesOfZod3Plugin(join(root, folder))],
    // What is bundled is so as ES modules: others may load parts of theirs by themselves. Ours is so from its sources.
    inputOptions: {
      resolve: {
        mainFields: ['module', 'main'],
        ...(ours.length > 0 && { conditionNames: ['@toolwire/source', 'import'] }),
      },
    },
    // Those who require() us under Jest cannot load what exists as ESM only: that is a devDependency, and bundled.
    // What several packages share and none exports is bundled too, so that each can be installed alone.
    deps: {
      onlyBundle: [
        // What is many files, and is loaded with all of them by whoever loads us: one file, and only when it is needed.
        'ajv',
        'fast-deep-equal',
        'fast-uri',
        'json-schema-traverse',
        'semver',
        'zod-to-json-schema',
        'jose',
        'jsonc-parser',
        'oauth4webapi',
        '@toolwire/internal',
        ...ours,
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
