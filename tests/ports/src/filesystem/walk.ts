import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { minimatch } from 'minimatch';
import { resolvePath } from './resolve-path.ts';

/** A file, or a folder with its entries. */
export interface Entry {
  readonly name: string;
  readonly type: 'file' | 'directory';
  readonly children?: readonly Entry[];
}

/** Everything in a folder, except what a pattern excludes. */
export async function readTree(
  root: string,
  excluded: readonly string[],
  folders: readonly string[],
  path = root,
): Promise<readonly Entry[]> {
  const entries = await readdir(await resolvePath(path, folders), { withFileTypes: true });
  const kept = entries.filter((entry) => {
    const name = relative(root, join(path, entry.name));
    return !excluded.flatMap(namesAnywhere).some((pattern) => matches(name, pattern));
  });
  const tree: Entry[] = [];
  for (const entry of kept) {
    tree.push(
      entry.isDirectory()
        ? {
            name: entry.name,
            type: 'directory',
            children: await readTree(root, excluded, folders, join(path, entry.name)),
          }
        : { name: entry.name, type: 'file' },
    );
  }
  return tree;
}

/** The paths below a folder that match. Entries that may not be read are skipped. */
export async function findFiles(
  root: string,
  pattern: string,
  excluded: readonly string[],
  folders: readonly string[],
  path = root,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const full = join(path, entry.name);
    const name = relative(root, full);
    if (excluded.some((one) => matches(name, one)) || !(await isReadable(full, folders))) continue;
    if (matches(name, pattern)) found.push(full);
    if (entry.isDirectory()) found.push(...(await findFiles(root, pattern, excluded, folders, full)));
  }
  return found;
}

/** A name without wildcards excludes entries of this name at any depth. */
function namesAnywhere(pattern: string): readonly string[] {
  return pattern.includes('*') ? [pattern] : [pattern, `**/${pattern}`, `**/${pattern}/**`];
}

function matches(name: string, pattern: string): boolean {
  return minimatch(name, pattern, { dot: true });
}

async function isReadable(path: string, folders: readonly string[]): Promise<boolean> {
  return resolvePath(path, folders).then(
    () => true,
    () => false,
  );
}
