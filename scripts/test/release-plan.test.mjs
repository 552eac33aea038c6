import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readJson, readPackages, root } from '../packages.mjs';

const ours = createRequire(import.meta.url);
const fromChangesets = createRequire(ours.resolve('@changesets/cli'));
/** @type {{ default: (changesets: object[], packages: object, config: object) => { releases: { name: string, newVersion: string }[] } }} */
const { default: planReleases } = fromChangesets('@changesets/assemble-release-plan');
/** @type {{ parse: (config: object, packages: object) => object }} */
const { parse: parseConfig } = fromChangesets('@changesets/config');

const manifests = readPackages().map(({ folder, manifest }) => ({ folder, manifest }));
const published = manifests.filter(({ manifest }) => manifest.private !== true).map(({ manifest }) => manifest.name);

/**
 * The versions of all packages after a release, with their real dependencies, peers and configuration.
 * @param {string} version The version of all packages before.
 * @param {Record<string, 'patch' | 'minor' | 'major'>} changed
 */
function versionsAfter(version, changed) {
  const packages = manifests.map(({ folder, manifest }) => ({
    packageJson: { ...manifest, version },
    dir: `${root}/${folder}`,
  }));
  const workspace = { root: { packageJson: { name: 'root', version: '0.0.0' }, dir: root }, packages, tool: 'pnpm' };
  const changesets = Object.entries(changed).map(([name, type]) => ({
    id: name,
    summary: '',
    releases: [{ name, type }],
  }));
  const { releases } = planReleases(changesets, workspace, parseConfig(readJson('.changeset/config.json'), workspace));
  return Object.fromEntries(releases.map(({ name, newVersion }) => [name, newVersion]));
}

/** @param {string} version */
function allAt(version) {
  return Object.fromEntries(published.map((name) => [name, version]));
}

describe('a release', () => {
  it.each(['@toolwire/core', '@toolwire/inspector', 'toolwire', 'create-toolwire', '@toolwire/redis'])(
    'gives all packages the next minor version below 1.0.0, never 1.0.0, when %s has a minor change',
    (name) => {
      expect(versionsAfter('0.1.0', { [name]: 'minor' })).toEqual(allAt('0.2.0'));
    },
  );

  it('gives all packages the next patch version when one has a fix', () => {
    expect(versionsAfter('0.1.0', { '@toolwire/core': 'patch' })).toEqual(allAt('0.1.1'));
  });

  it('makes 0.1.0 the first version of all packages', () => {
    const changed = /** @type {Record<string, 'minor'>} */ (
      Object.fromEntries(published.map((name) => [name, 'minor']))
    );
    expect(versionsAfter('0.0.0', changed)).toEqual(allAt('0.1.0'));
  });
});
