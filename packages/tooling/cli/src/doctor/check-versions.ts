import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compareVersionTexts, fieldsIn, groupBy, stringOf } from '@toolwire/internal';
import { countOf } from '../terminal/terminal-text.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

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
  const byVersion = groupBy(installed, ({ version }) => version);
  const byName = groupBy(installed, ({ name }) => name);
  if (byVersion.size < 2) {
    return ok('packages', `${countOf(byName.size, 'toolwire package')}, version ${[...byVersion.keys()].join()}`);
  }
  const listed = [...byVersion].map(
    ([version, copies]) => `${version}: ${[...new Set(copies.map(({ name }) => name))].join(', ')}`,
  );
  const duplicates = [...byName].flatMap(([name, copies]) => {
    const versions = new Set(copies.map(({ version }) => version));
    return versions.size > 1 ? [`${name} is installed in several versions: ${[...versions].join(', ')}`] : [];
  });
  return problem(
    'packages',
    ['packages of one release have different versions', ...listed, ...duplicates].join('; '),
    'Set the same version for all of them in package.json, and install again. `npm ls @toolwire/core` shows which package needs which version.',
  );
}

interface Installed {
  readonly name: string;
  readonly version: string;
}

/** Finds every copy of a toolwire package that a project may load, including nested packages and packages in parent folders. */
export async function installedPackages(project: string): Promise<readonly Installed[]> {
  const packages = new Map<string, Installed>();
  for (let folder = project; ; folder = dirname(folder)) {
    await collect(join(folder, 'node_modules'), packages, new Set());
    if (dirname(folder) === folder || existsSync(join(folder, '.git'))) return [...packages.values()];
  }
}

async function collect(modules: string, packages: Map<string, Installed>, visited: Set<string>): Promise<void> {
  if (!existsSync(modules)) return;
  const real = await realpath(modules);
  if (visited.has(real)) return;
  visited.add(real);
  for (const entry of await readdir(modules, { withFileTypes: true })) {
    const path = join(modules, entry.name);
    if (entry.name === '.pnpm') {
      for (const inner of await readdir(path)) await collect(join(path, inner, 'node_modules'), packages, visited);
    } else if (entry.name === '@toolwire') {
      for (const name of await readdir(path)) {
        await add(`@toolwire/${name}`, join(path, name), packages);
        await collect(join(path, name, 'node_modules'), packages, visited);
      }
    } else if (entry.name === 'toolwire' || entry.name === 'create-toolwire') {
      await add(entry.name, path, packages);
      await collect(join(path, 'node_modules'), packages, visited);
    } else if (entry.isDirectory() && entry.name.startsWith('@')) {
      for (const name of await readdir(path)) await collect(join(path, name, 'node_modules'), packages, visited);
    } else if (entry.isDirectory()) {
      await collect(join(path, 'node_modules'), packages, visited);
    }
  }
}

async function add(name: string, folder: string, packages: Map<string, Installed>): Promise<void> {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return;
  // An interrupted installation may leave a file that is not JSON.
  const version = stringOf(fieldsIn(await readFile(file, 'utf8'))['version']) || 'unknown';
  packages.set(await realpath(folder), { name, version });
}
