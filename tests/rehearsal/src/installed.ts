import { join } from 'node:path';
import { outputOf } from '@toolwire/consumers/run';
import { readManifest } from '@toolwire/consumers/workspace';

interface Tree {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, Tree>>;
}

/** Every version of each package of ours that a project has, by name; npm itself refuses a tree whose ranges do not fit. */
export async function versionsIn(project: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const tree = JSON.parse(await outputOf('npm', ['ls', '--all', '--json'], project)) as Tree;
  const found = new Map<string, Set<string>>();
  const visit = ({ dependencies = {} }: Tree): void => {
    for (const [name, one] of Object.entries(dependencies)) {
      const isOurs = name === 'toolwire' || name.startsWith('@toolwire/');
      if (isOurs && one.version !== undefined) found.set(name, (found.get(name) ?? new Set()).add(one.version));
      visit(one);
    }
  };
  visit(tree);
  return Object.fromEntries([...found].map(([name, versions]) => [name, [...versions].sort()]));
}

/** The version of a package that a project has at its top. */
export function versionOf(project: string, name: string): string {
  return readManifest<{ readonly version: string }>(join(project, 'node_modules', name)).version;
}
