import { describe, expect, it } from 'vitest';
import { billOfMaterials, findLicenseProblems, licensesOf } from '../materials.mjs';
import { findRuntimePackages } from '../runtime-packages.mjs';

const packages = [...findRuntimePackages().values()];
const semver = packages.filter(({ name }) => name === 'semver');

describe('what a release is made of', () => {
  it('is all that users get, and nothing of what is for development or a choice of theirs', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['toolwire', '@toolwire/core', 'ajv', 'fast-uri', 'semver']));
    expect(names.filter((name) => ['vitest', 'express', 'typescript', '@toolwire/internal'].includes(name))).toEqual(
      [],
    );
  });

  it('is also what the build has put into them', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['jose', 'jsonc-parser', 'oauth4webapi', 'preact']));
  });

  it('is under licences that users of ours can follow', () => {
    expect(findLicenseProblems(packages)).toEqual([]);
  });

  it('is refused where a licence is missing, or asks for more', () => {
    const [one] = semver;
    const others = ['', 'GPL-3.0-only', '(MIT OR GPL-3.0-only)'].map((license) => ({ ...one, license }));
    expect(findLicenseProblems(/** @type {typeof packages} */ (others))).toEqual([
      expect.stringContaining('has no licence in its package.json'),
      expect.stringContaining('has the licence GPL-3.0-only'),
    ]);
  });

  it('is a bill of materials whose every dependency is a component of it', () => {
    const { components, dependencies } = billOfMaterials(packages);
    const refs = components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(packages.length);
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
    expect(refs).toContainEqual(expect.stringMatching(/^pkg:npm\/%40toolwire\/core@\d/));
    expect(components.find(({ name }) => name === 'semver')?.licenses).toEqual([{ license: { id: 'ISC' } }]);
  });

  it('comes with the texts of the licences of others', () => {
    expect(licensesOf(semver)).toMatch(/^## semver [\d.]+: ISC\n\nThe ISC License\n/m);
    expect(licensesOf(packages)).not.toContain('## @toolwire/');
  });
});
