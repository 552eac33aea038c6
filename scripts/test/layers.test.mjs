import { describe, expect, it } from 'vitest';
import { checkLayers } from '../layers.mjs';
import { checkLint } from '../lint-layers.mjs';
import { readJson, readJsonWithComments, readPackages } from '../packages.mjs';

const portable = readJson('tsconfig.portable.json').include;

const real = readPackages();

/** The layers that are one package. */
const alone = ['internal', 'core', 'server', 'inspector', 'toolwire'];

/** A package as it would be read from disk: its layer, its sources, and what its package.json declares. */
function pack(layer, name, sources, declared = {}) {
  const entries = Object.keys(sources).filter((path) => /^src\/(index|.*-stage)\.ts$/.test(path));
  const exports = Object.fromEntries(
    entries.map((path) => [path === 'src/index.ts' ? '.' : './stage', { '@toolwire/source': `./${path}` }]),
  );
  return {
    folder: alone.includes(layer) ? `packages/${layer}` : `packages/${layer}/${name}`,
    manifest: { name: `@toolwire/${name}`, exports, dependencies: {}, ...declared },
    sources: new Map(Object.entries(sources)),
  };
}

const core = pack('core', 'core', { 'src/index.ts': 'export type Call = object; export const pipeline = 1;' });
const needsCore = { dependencies: { '@toolwire/core': 'workspace:^' } };

/** The names of the rules that packages break. */
function brokenRules(...packages) {
  return checkLayers(packages, { portable, folders: new Map() }).map(({ rule }) => rule);
}

describe('the layers allow', () => {
  it('middleware that imports types of core, next to a main entry without imports', () => {
    const version = pack(
      'concerns',
      'version',
      {
        'src/index.ts': "export { compare } from './compare.ts';",
        'src/compare.ts': 'export const compare = 1;',
        'src/version-stage.ts': "import type { Call } from '@toolwire/core';\nimport { compare } from './compare.ts';",
      },
      { peerDependencies: { '@toolwire/core': 'workspace:^' } },
    );
    expect(brokenRules(core, version)).toEqual([]);
  });

  it('a protocol that imports core and a concern', () => {
    const errors = pack('concerns', 'errors', { 'src/index.ts': 'export const mapError = 1;' });
    const otc = pack(
      'protocols',
      'otc',
      { 'src/index.ts': "import { mapError } from '@toolwire/errors';\nimport type { Call } from '@toolwire/core';" },
      { dependencies: { '@toolwire/core': 'workspace:^', '@toolwire/errors': 'workspace:^' } },
    );
    expect(brokenRules(core, errors, otc)).toEqual([]);
  });

  it('an import of a library that package.json declares as a dependency, and not only for development', () => {
    const sources = { 'src/index.ts': "import { compactVerify } from 'jose/jws/compact/verify';" };
    const declared = { dependencies: { jose: 'catalog:' } };
    expect(brokenRules(pack('concerns', 'auth', sources, declared))).toEqual([]);
    expect(brokenRules(pack('concerns', 'auth', sources, { devDependencies: { jose: 'catalog:' } }))).toEqual([
      'undeclared',
    ]);
    expect(brokenRules(pack('concerns', 'auth', sources))).toEqual(['undeclared']);
  });

  it('an import of a file that package.json names in its imports', () => {
    const sources = { 'src/index.ts': "import { loadAjv } from '#load-ajv';" };
    const declared = { imports: { '#load-ajv': './src/load-ajv.cjs' } };
    expect(brokenRules(pack('concerns', 'validate', sources, declared))).toEqual([]);
    expect(brokenRules(pack('concerns', 'validate', sources))).toEqual(['undeclared']);
  });

  it('any package to import a bundled package that package.json declares for development', () => {
    const internal = pack('internal', 'internal', { 'src/index.ts': 'export const checkNames = 1;' });
    const sources = { 'src/index.ts': "import { checkNames } from '@toolwire/internal';" };
    const declared = { devDependencies: { '@toolwire/internal': 'workspace:*' } };
    for (const layer of [
      'core',
      'concerns',
      'protocols',
      'server',
      'inspector',
      'hosts',
      'stores',
      'toolwire',
      'tooling',
    ]) {
      expect(brokenRules(internal, pack(layer, 'one', sources, declared))).toEqual([]);
    }
    const needed = { dependencies: { '@toolwire/internal': 'workspace:^' } };
    expect(brokenRules(internal, pack('concerns', 'one', sources, needed))).toEqual(['undeclared']);
  });

  it('a package that reads its own manifest, and no other file outside its sources', () => {
    const reading = (file) => pack('concerns', 'errors', { 'src/index.ts': `import found from '../${file}';` });
    expect(brokenRules(reading('package.json'))).toEqual([]);
    expect(brokenRules(reading('tsconfig.json'))).toEqual(['outside']);
  });

  it('an adapter that imports Node', () => {
    expect(brokenRules(pack('hosts', 'node', { 'src/index.ts': "import { createServer } from 'node:http';" }))).toEqual(
      [],
    );
  });
});

describe('the layers reject', () => {
  it.each([
    ['a value', "import { pipeline } from '@toolwire/core';"],
    ['a type', "import type { Call } from '@toolwire/core';"],
    ['a type written in place', "export type Mine = import('@toolwire/core').Call;"],
  ])('a concern whose main entry imports %s of core', (_what, source) => {
    expect(brokenRules(core, pack('concerns', 'version', { 'src/index.ts': source }, needsCore))).toEqual([
      'concern-alone',
    ]);
  });

  it('a concern whose main entry reaches core through another file', () => {
    const sources = {
      'src/index.ts': "export { compare } from './compare.ts';",
      'src/compare.ts': "import type { Call } from '@toolwire/core';\nexport const compare = 1;",
    };
    expect(brokenRules(core, pack('concerns', 'version', sources, needsCore))).toEqual(['concern-alone']);
  });

  it.each([
    ['a value', "import { pipeline } from '@toolwire/core';"],
    ['a type with an import that stays behind', "import { type Call } from '@toolwire/core';"],
    ['a value later', "const { pipeline } = await import('@toolwire/core');"],
    ['a value through require', "const { pipeline } = require('@toolwire/core');"],
    ['a value on its way out', "export { pipeline } from '@toolwire/core';"],
  ])('middleware that imports %s', (_what, source) => {
    const sources = { 'src/index.ts': 'export {};', 'src/version-stage.ts': source };
    expect(brokenRules(core, pack('concerns', 'version', sources, needsCore))).toEqual(['types-only']);
  });

  it.each([
    ['internal', 'core', 'core'],
    ['core', 'errors', 'concerns'],
    ['concerns', 'errors', 'concerns'],
    ['concerns', 'redis', 'stores'],
    ['protocols', 'mcp', 'protocols'],
    ['protocols', 'server', 'server'],
    ['server', 'otc', 'protocols'],
    ['server', 'node', 'hosts'],
    ['hosts', 'limits', 'concerns'],
    ['hosts', 'redis', 'stores'],
    ['stores', 'server', 'server'],
    ['toolwire', 'redis', 'stores'],
    ['toolwire', 'conformance', 'tooling'],
  ])('a package of %s that imports %s, of %s', (layer, name, targetLayer) => {
    const target = pack(targetLayer, name, { 'src/index.ts': 'export const value = 1;' });
    const source = `import { value } from '@toolwire/${name}';`;
    const declared = { dependencies: { [`@toolwire/${name}`]: 'workspace:^' } };
    expect(brokenRules(target, pack(layer, 'mine', { 'src/index.ts': source }, declared))).toContain('layer');
  });

  it.each(['core', 'concerns', 'protocols', 'server', 'inspector'])('a package of %s that imports Node', (layer) => {
    const sources = { 'src/index.ts': "import { join } from 'node:path';\nimport fs from 'fs';" };
    expect(brokenRules(pack(layer, 'mine', sources))).toEqual(['node-builtin', 'node-builtin']);
  });

  it.each([
    ['nothing', {}],
    ['development', { devDependencies: { pino: '1.0.0' } }],
  ])('an import that package.json declares for %s', (_what, declared) => {
    const sources = { 'src/index.ts': "import pino from 'pino';" };
    expect(brokenRules(pack('concerns', 'version', sources, declared))).toEqual(['undeclared']);
  });

  it('an import that another package does not export', () => {
    const sources = { 'src/index.ts': "import { pipeline } from '@toolwire/core/src/pipeline.ts';" };
    expect(brokenRules(core, pack('protocols', 'otc', sources, needsCore))).toEqual(['internals']);
  });

  it('a relative import that leaves the package', () => {
    const sources = { 'src/index.ts': "import { pipeline } from '../../core/src/index.ts';" };
    expect(brokenRules(core, pack('protocols', 'otc', sources))).toEqual(['outside']);
  });

  it('files with a circular import', () => {
    const sources = {
      'src/index.ts': "import './a.ts';",
      'src/a.ts': "import './b.ts';",
      'src/b.ts': "import type { A } from './a.ts';",
    };
    expect(brokenRules(pack('core', 'core', sources))).toEqual(['file-cycle']);
  });

  it('packages with a circular import', () => {
    const one = pack('tooling', 'one', { 'src/index.ts': "import '@toolwire/two';" });
    const two = pack('tooling', 'two', { 'src/index.ts': "import '@toolwire/one';" });
    expect(brokenRules(one, two)).toContain('package-cycle');
  });

  it.each([
    'packages/otc',
    'packages/cellar/otc',
    'packages/core/otc',
    'packages/protocols',
    'packages/protocols/deep/otc',
  ])('a package in a folder without a layer: %s', (folder) => {
    expect(brokenRules({ ...pack('protocols', 'otc', { 'src/index.ts': '' }), folder })).toEqual(['no-layer']);
  });

  it.each([
    ['packages/hosts/express', 'packages/concerns/express', 'layer'],
    ['packages/server', 'packages/concerns/server', 'layer'],
    ['packages/stores/artifacts', 'packages/concerns/artifacts', 'node-builtin'],
    ['packages/stores/redis', 'packages/protocols/redis', 'node-builtin'],
    ['packages/hosts/stdio', 'packages/protocols/stdio', 'layer'],
    ['packages/tooling/conformance', 'packages/toolwire', 'layer-of-tests'],
  ])('the package of %s, were it in %s', (from, folder, rule) => {
    const others = real.filter((one) => one.folder !== from).map((one) => ({ ...one, sources: new Map() }));
    const moved = real.find((one) => one.folder === from);
    expect(brokenRules(moved, ...others)).not.toContain(rule);
    expect(brokenRules({ ...moved, folder }, ...others)).toContain(rule);
  });

  it('a test that imports a layer above, even with a devDependency', () => {
    const host = pack('hosts', 'node', { 'src/index.ts': '' });
    const declared = { devDependencies: { '@toolwire/node': 'workspace:*' } };
    const importing = (layer) => brokenRules(host, pack(layer, 'mine', { 'src/index.ts': '' }, declared));
    expect(importing('protocols')).toEqual(['layer-of-tests']);
    expect(importing('stores')).toEqual([]);
  });

  it('Node in a concern that is not listed for it', () => {
    const sources = { 'src/index.ts': "import 'node:worker_threads';" };
    expect(brokenRules(pack('concerns', 'limits', sources))).toEqual(['node-builtin']);
    expect(brokenRules(pack('concerns', 'worker-threads', sources))).toEqual([]);
  });

  it('Node in a package above the Node-free layers, if the compiler checks it without Node types', () => {
    const client = pack('tooling', 'client', { 'src/index.ts': "import 'node:http';" });
    expect(brokenRules(client)).toEqual(['node-builtin']);
    expect(brokenRules({ ...client, folder: 'packages/tooling/cli' })).toEqual([]);
  });

  it('a layer below the adapters that is not checked without Node types', () => {
    const violations = checkLayers([core], { portable: portable.slice(1), folders: new Map() });
    expect(violations.map(({ rule }) => rule)).toEqual(['not-portable']);
  });

  it('a linter with other folders', () => {
    const lint = readJsonWithComments('.oxlintrc.json');
    expect(checkLint(lint, portable)).toEqual([]);
    expect(checkLint(lint, portable.slice(1)).map(({ rule }) => rule)).toEqual(['not-linted']);
    expect(checkLint({ overrides: lint.overrides.slice(1) }, portable).map(({ rule }) => rule)).toEqual(['not-linted']);
  });
});
