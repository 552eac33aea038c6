import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readJson } from '../packages.mjs';

const ours = createRequire(import.meta.url);
/** @type {{ default: (changesets: object[], packages: object, config: object) => { releases: { name: string, newVersion: string }[] } }} */
const { default: planReleases } = createRequire(ours.resolve('@changesets/cli'))('@changesets/assemble-release-plan');

/**
 * The versions that a release of core gives to two concerns which name it as a peer, to a store which depends on it, and to an
 * engine which depends on that store; the first concern has a fix of its own.
 * @param {string} version
 * @param {'minor' | 'major'} type
 */
function afterRelease(version, type) {
  const needed = { '@toolwire/core': 'workspace:^' };
  const manifests = [
    { name: '@toolwire/core', version },
    { name: '@toolwire/fixed', version, peerDependencies: needed },
    { name: '@toolwire/same', version, peerDependencies: needed },
    { name: '@toolwire/store', version, dependencies: needed },
    { name: '@toolwire/engine', version, dependencies: { '@toolwire/store': 'workspace:^' } },
  ];
  const packages = manifests.map((packageJson) => ({ packageJson, dir: `/packages/${packageJson.name}` }));
  const root = { packageJson: { name: 'root', version: '0.0.0' }, dir: '/' };
  const changesets = [
    { id: 'new', summary: '', releases: [{ name: '@toolwire/core', type }] },
    { id: 'fix', summary: '', releases: [{ name: '@toolwire/fixed', type: 'patch' }] },
  ];
  const config = { ...readJson('.changeset/config.json'), fixed: [] };
  const { releases } = planReleases(changesets, { root, packages, tool: 'pnpm' }, config);
  return Object.fromEntries(releases.map(({ name, newVersion }) => [name.slice('@toolwire/'.length), newVersion]));
}

describe('a release of core', () => {
  it('below 1.0.0 makes a minor of what names it, whose range it leaves, so that no patch brings a second core along', () => {
    const all = { core: '0.2.0', fixed: '0.2.0', same: '0.2.0', store: '0.2.0', engine: '0.2.0' };
    expect(afterRelease('0.1.0', 'minor')).toEqual(all);
  });

  it('as 1.0.0 makes no 1.0.0 of what names it', () => {
    const others = { fixed: '0.2.0', same: '0.2.0', store: '0.2.0', engine: '0.2.0' };
    expect(afterRelease('0.1.0', 'major')).toEqual({ core: '1.0.0', ...others });
  });

  it('within the range leaves what names it as it is', () => {
    expect(afterRelease('1.1.0', 'minor')).toEqual({ core: '1.2.0', fixed: '1.1.1' });
  });

  it('with a new major makes a major of what names it', () => {
    const all = { core: '2.0.0', fixed: '2.0.0', same: '2.0.0', store: '2.0.0', engine: '2.0.0' };
    expect(afterRelease('1.1.0', 'major')).toEqual(all);
  });
});
