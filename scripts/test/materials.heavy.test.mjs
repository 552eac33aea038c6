import { describe, expect, it } from 'vitest';
import { billOfMaterials, findLicenseProblems, licensesOf } from '../materials.mjs';
import { findRuntimePackages } from '../runtime-packages.mjs';

const packages = [...findRuntimePackages().values()];
const semver = packages.filter(({ name }) => name === 'semver');

describe('the contents of a release', () => {
  it('include all packages that users install, and no development or optional packages', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['toolwire', '@toolwire/core', 'ajv', 'fast-uri', 'semver']));
    expect(names.filter((name) => ['vitest', 'express', 'typescript', '@toolwire/internal'].includes(name))).toEqual(
      [],
    );
  });

  it('include the packages that the build bundles', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['jose', 'jsonc-parser', 'oauth4webapi', 'preact']));
  });

  it('have licenses that users can comply with', () => {
    expect(findLicenseProblems(packages)).toEqual([]);
  });

  it('are rejected with a missing or more demanding license', () => {
    const [one] = semver;
    const others = [
      '',
      'GPL-3.0-only',
      'GPL-3.0-only AND (MIT OR Apache-2.0)',
      'MIT AND ISC',
      '(MIT OR GPL-3.0-only)',
    ].map((license) => ({ ...one, license }));
    expect(findLicenseProblems(/** @type {typeof packages} */ (others))).toEqual([
      expect.stringContaining('has no licence in its package.json'),
      expect.stringContaining('has the licence GPL-3.0-only:'),
      expect.stringContaining('has the licence GPL-3.0-only AND'),
    ]);
  });

  it('are a bill of materials whose every dependency is a component', () => {
    const { components, dependencies } = billOfMaterials(packages);
    const refs = components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(packages.length);
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
    expect(refs).toContainEqual(expect.stringMatching(/^pkg:npm\/%40toolwire\/core@\d/));
    expect(components.find(({ name }) => name === 'semver')?.licenses).toEqual([{ license: { id: 'ISC' } }]);
  });

  it('include the licenses of third parties', () => {
    expect(licensesOf(semver)).toMatch(/^## semver [\d.]+: ISC\n\nThe ISC License\n/m);
    expect(licensesOf(packages)).not.toContain('## @toolwire/');
  });
});
