import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fieldsIn, stringOf } from '@toolwire/internal';

/** An installed toolwire package. */
export interface Installed {
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
      for (const name of await readdir(path)) await add(`@toolwire/${name}`, join(path, name), packages);
    } else if (entry.name === 'toolwire' || entry.name === 'create-toolwire') {
      await add(entry.name, path, packages);
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
