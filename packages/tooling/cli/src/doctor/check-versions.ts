import { compareVersionTexts } from '@toolwire/internal';
import { countOf } from '../terminal/terminal-text.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';
import type { Installed } from './installed-packages.ts';

/** Checks the Node version. `range` is the `engines` field of a package. */
export function checkNode(version: string, range: string): Finding {
  const [, minVersion = '0'] = /(\d+(?:\.\d+)*)/.exec(range) ?? [];
  const installed = version.replace(/^v/, '');
  const message = `Node ${installed} (toolwire needs ${range})`;
  // A prerelease counts as its release.
  const [release = ''] = installed.split('-');
  return compareVersionTexts(release, minVersion) >= 0
    ? ok('node', message)
    : problem('node', message, `Install Node ${minVersion} or newer.`);
}

/** Checks that all toolwire packages of a project are of one release, since they are released together. Some package managers install several copies. */
export function checkPackages(installed: readonly Installed[]): Finding {
  if (installed.length === 0) return skipped('packages', 'no toolwire packages are installed here');
  const namesByVersion = groupByVersion(installed);
  const duplicates = [...new Set(installed.map(({ name }) => name))].flatMap((name) => {
    const versions = groupByVersion(installed.filter((entry) => entry.name === name));
    return versions.size > 1 ? [`${name} is installed in several versions: ${[...versions.keys()].join(', ')}`] : [];
  });
  if (namesByVersion.size < 2) {
    const names = new Set(installed.map(({ name }) => name));
    return ok('packages', `${countOf(names.size, 'toolwire package')}, version ${[...namesByVersion.keys()].join()}`);
  }
  const listed = [...namesByVersion].map(([version, names]) => `${version}: ${[...names].join(', ')}`);
  return problem(
    'packages',
    ['packages of one release have different versions', ...listed, ...duplicates].join('; '),
    'Set the same version for all of them in package.json, and install again. `npm ls @toolwire/core` shows which package needs which version.',
  );
}

function groupByVersion(installed: readonly Installed[]): ReadonlyMap<string, ReadonlySet<string>> {
  const namesByVersion = new Map<string, Set<string>>();
  for (const { name, version } of installed) {
    namesByVersion.set(version, (namesByVersion.get(version) ?? new Set()).add(name));
  }
  return namesByVersion;
}
