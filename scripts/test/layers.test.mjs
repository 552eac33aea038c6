import { describe, expect, it } from 'vitest';
import { checkLayers } from '../layers.mjs';
import { readJson } from '../packages.mjs';

const allowed = Object.fromEntries(
  Object.entries(readJson('turbo.json').boundaries.tags).map(([layer, { dependencies }]) => [
    layer,
    dependencies.allow,
  ]),
);

/** A package as it would be read from disk: its layer, its sources, and what its package.json declares. */
function pack(layer, name, sources, declared = {}) {
  const entries = Object.keys(sources).filter((path) => /^src\/(index|stage)\.ts$/.test(path));
  const exports = Object.fromEntries(
    entries.map((path) => [path === 'src/index.ts' ? '.' : './stage', { '@toolwire/source': `./${path}` }]),
  );
  return {
    folder: `packages/${name}`,
    manifest: { name: `@toolwire/${name}`, exports, dependencies: {}, ...declared },
    tags: [layer],
    sources: new Map(Object.entries(sources)),
  };
}

const core = pack('core', 'core', { 'src/index.ts': 'export type Call = object; export const pipeline = 1;' });
const needsCore = { dependencies: { '@toolwire/core': 'workspace:^' } };

/** The names of the rules that packages break, with every portable source folder listed. */
function brokenRules(...packages) {
  const portable = packages.map(({ folder }) => `${folder}/src`);
  return checkLayers(packages, { allowed, portable }).map(({ rule }) => rule);
}

describe('the layers allow', () => {
  it('a stage that imports types of core, beside a main entry that stands alone', () => {
    const version = pack(
      'concern',
      'version',
      {
        'src/index.ts': "export { compare } from './compare.ts';",
        'src/compare.ts': 'export const compare = 1;',
        'src/stage.ts': "import type { Call } from '@toolwire/core';\nimport { compare } from './compare.ts';",
      },
      { peerDependencies: { '@toolwire/core': 'workspace:^' } },
    );
    expect(brokenRules(core, version)).toEqual([]);
  });

  it('a wire that imports core and a concern', () => {
    const errors = pack('concern', 'errors', { 'src/index.ts': 'export const mapError = 1;' });
    const otc = pack(
      'wire',
      'otc',
      { 'src/index.ts': "import { mapError } from '@toolwire/errors';\nimport type { Call } from '@toolwire/core';" },
      { dependencies: { '@toolwire/core': 'workspace:^', '@toolwire/errors': 'workspace:^' } },
    );
    expect(brokenRules(core, errors, otc)).toEqual([]);
  });

  it('an import of what the build bundles, when package.json declares it for development', () => {
    const sources = { 'src/index.ts': "import { compactVerify } from 'jose/jws/compact/verify';" };
    const declared = { devDependencies: { jose: 'catalog:' } };
    expect(brokenRules(pack('concern', 'auth', sources, declared))).toEqual([]);
    expect(brokenRules(pack('concern', 'auth', sources))).toEqual(['undeclared']);
  });

  it('a package that reads its own manifest, and no other file beside its sources', () => {
    const reading = (file) => pack('concern', 'errors', { 'src/index.ts': `import found from '../${file}';` });
    expect(brokenRules(reading('package.json'))).toEqual([]);
    expect(brokenRules(reading('tsconfig.json'))).toEqual(['outside']);
  });

  it('a host that imports Node', () => {
    expect(brokenRules(pack('host', 'node', { 'src/index.ts': "import { createServer } from 'node:http';" }))).toEqual(
      [],
    );
  });
});

describe('the layers refuse', () => {
  it.each([
    ['a value', "import { pipeline } from '@toolwire/core';"],
    ['a type', "import type { Call } from '@toolwire/core';"],
    ['a type written in place', "export type Mine = import('@toolwire/core').Call;"],
  ])('a concern whose main entry imports %s of core', (_what, source) => {
    expect(brokenRules(core, pack('concern', 'version', { 'src/index.ts': source }, needsCore))).toEqual([
      'concern-alone',
    ]);
  });

  it('a concern whose main entry reaches core through a file of its own', () => {
    const sources = {
      'src/index.ts': "export { compare } from './compare.ts';",
      'src/compare.ts': "import type { Call } from '@toolwire/core';\nexport const compare = 1;",
    };
    expect(brokenRules(core, pack('concern', 'version', sources, needsCore))).toEqual(['concern-alone']);
  });

  it.each([
    ['a value', "import { pipeline } from '@toolwire/core';"],
    ['a type with an import that stays behind', "import { type Call } from '@toolwire/core';"],
    ['a value later', "const { pipeline } = await import('@toolwire/core');"],
    ['a value through require', "const { pipeline } = require('@toolwire/core');"],
    ['a value on its way out', "export { pipeline } from '@toolwire/core';"],
  ])('a stage that imports %s', (_what, source) => {
    const sources = { 'src/index.ts': 'export {};', 'src/stage.ts': source };
    expect(brokenRules(core, pack('concern', 'version', sources, needsCore))).toEqual(['types-only']);
  });

  it.each([
    ['core', 'errors', 'concern'],
    ['concern', 'errors', 'concern'],
    ['wire', 'mcp', 'wire'],
    ['wire', 'server', 'server'],
    ['server', 'otc', 'wire'],
    ['server', 'node', 'host'],
    ['host', 'otc', 'wire'],
    ['entry', 'conformance', 'beside'],
    ['beside', 'conformance', 'beside'],
  ])('a %s that imports %s, a %s', (layer, name, targetLayer) => {
    const target = pack(targetLayer, name, { 'src/index.ts': 'export const value = 1;' });
    const source = `import { value } from '@toolwire/${name}';`;
    const declared = { dependencies: { [`@toolwire/${name}`]: 'workspace:^' } };
    expect(brokenRules(target, pack(layer, 'mine', { 'src/index.ts': source }, declared))).toContain('layer');
  });

  it.each(['core', 'concern', 'wire', 'server'])('a %s that imports Node', (layer) => {
    const sources = { 'src/index.ts': "import { join } from 'node:path';\nimport fs from 'fs';" };
    expect(brokenRules(pack(layer, 'mine', sources))).toEqual(['node-builtin', 'node-builtin']);
  });

  it.each([
    ['nothing', {}],
    ['development', { devDependencies: { semver: '1.0.0' } }],
  ])('an import that package.json declares for %s', (_what, declared) => {
    const sources = { 'src/index.ts': "import semver from 'semver';" };
    expect(brokenRules(pack('concern', 'version', sources, declared))).toEqual(['undeclared']);
  });

  it('an import of what another package does not export', () => {
    const sources = { 'src/index.ts': "import { pipeline } from '@toolwire/core/src/pipeline.ts';" };
    expect(brokenRules(core, pack('wire', 'otc', sources, needsCore))).toEqual(['internals']);
  });

  it('a relative import that leaves the package', () => {
    const sources = { 'src/index.ts': "import { pipeline } from '../../core/src/index.ts';" };
    expect(brokenRules(core, pack('wire', 'otc', sources))).toEqual(['outside']);
  });

  it('files that import each other in a circle', () => {
    const sources = {
      'src/index.ts': "import './a.ts';",
      'src/a.ts': "import './b.ts';",
      'src/b.ts': "import type { A } from './a.ts';",
    };
    expect(brokenRules(pack('core', 'core', sources))).toEqual(['file-cycle']);
  });

  it('packages that import each other in a circle', () => {
    const one = pack('beside', 'one', { 'src/index.ts': "import '@toolwire/two';" });
    const two = pack('beside', 'two', { 'src/index.ts': "import '@toolwire/one';" });
    expect(brokenRules(one, two)).toContain('package-cycle');
  });

  it('a package without a layer, or with one that does not exist', () => {
    const sources = { 'src/index.ts': '' };
    expect(brokenRules({ ...pack('core', 'mine', sources), tags: [] })).toEqual(['no-layer']);
    expect(brokenRules(pack('cellar', 'mine', sources))).toEqual(['no-layer']);
  });

  it('a package below the hosts that is not checked without Node', () => {
    const violations = checkLayers([core], { allowed, portable: [] });
    expect(violations.map(({ rule }) => rule)).toEqual(['not-portable']);
  });
});
