import { countOf } from '../terminal/terminal-text.ts';
import type { Installed } from './installed-packages.ts';

/** Checks that all toolwire packages of a project are of one release, since they are released together, and that each is installed once. */
export function checkPackages(installed: readonly Installed[]): Finding {
  if (installed.length === 0) {
    return { check: 'packages', state: 'skipped', message: 'no toolwire packages are installed here' };
  }
  const mixed = versionsOf(installed);
  const duplicates = [...new Set(installed.map(({ name }) => name))].flatMap((name) => {
    const versions = versionsOf(installed.filter((entry) => entry.name === name));
    return versions.size > 1 ? [`${name} is installed in several versions: ${[...versions.keys()].join(', ')}`] : [];
  });
  if (mixed.size < 2 && duplicates.length === 0) {
    return {
      check: 'packages',
      state: 'ok',
      message: `${countOf(installed.length, 'toolwire package')}, version ${[...mixed.keys()].join()}`,
    };
  }
  const listed = [...mixed].map(([version, names]) => `${version}: ${names.join(', ')}`);
  return {
    check: 'packages',
    state: 'problem',
    message: [
      ...(mixed.size > 1 ? ['packages of one release have different versions', ...listed] : []),
      ...duplicates,
    ].join('; '),
    advice:
      'Set the same version for all of them in package.json, and install again. `npm ls @toolwire/core` shows which package needs which version.',
  };
}

function versionsOf(installed: readonly Installed[]): ReadonlyMap<string, readonly string[]> {
  const versions = new Map<string, string[]>();
  for (const { name, version } of installed) {
    const names = versions.get(version) ?? [];
    if (!names.includes(name)) versions.set(version, [...names, name]);
  }
  return versions;
}

/** The result of one check. */
export interface Finding {
  readonly check: 'node' | 'packages' | 'store' | 'port' | 'clients';
  /** `skipped` if there was nothing to check. */
  readonly state: 'ok' | 'problem' | 'skipped';
  readonly message: string;
  /** How to fix the problem. */
  readonly advice?: string;
}

/** Checks the Node version. `range` is the `engines` field of a package. */
export function checkNode(version: string, range: string): Finding {
  const [, minVersion = '0'] = /(\d+(?:\.\d+)*)/.exec(range) ?? [];
  const isNewEnough = compare(partsOf(version), partsOf(minVersion)) >= 0;
  const message = `Node ${version.replace(/^v/, '')} (toolwire needs ${range})`;
  return isNewEnough
    ? { check: 'node', state: 'ok', message }
    : { check: 'node', state: 'problem', message, advice: `Install Node ${minVersion} or newer.` };
}

function partsOf(version: string): readonly number[] {
  return version.replace(/^v/, '').split('.').map(Number);
}

function compare(version: readonly number[], other: readonly number[]): number {
  const index = version.findIndex((part, position) => part !== (other[position] ?? 0));
  return index < 0 ? 0 : (version[index] ?? 0) - (other[index] ?? 0);
}
