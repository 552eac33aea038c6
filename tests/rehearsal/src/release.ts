import { writeFiles } from '@toolwire/consumers/project';
import { outputOf } from '@toolwire/consumers/run';
import { packageManager } from '@toolwire/consumers/workspace';

/** How large a change is. */
export type Size = 'patch' | 'minor' | 'major';

/** Versions the packages of a copy by their changesets, builds them, and publishes those that are new, as the release does. */
export async function release(copy: string): Promise<void> {
  await outputOf('npx', ['--yes', packageManager(), 'exec', 'node', 'scripts/version-packages.mjs'], copy);
  await outputOf('node', ['scripts/workspace.mjs', 'release'], copy);
}

/** Adds a changeset to a copy. */
export function change(copy: string, size: Size, names: readonly string[]): void {
  const listed = names.map((name) => `'${name}': ${size}\n`).join('');
  writeFiles(copy, { [`.changeset/rehearsed-${size}.md`]: `---\n${listed}---\n\nA ${size} change.\n` });
}
