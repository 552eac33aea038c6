import { spawnSync } from 'node:child_process';
import { root } from '../../scripts/package-folders.mjs';

/**
 * When each file last changed, by its path. Empty without a Git history.
 * @returns {ReadonlyMap<string, string>} Dates such as `2026-11-26T10:00:00+00:00`.
 */
export function readLastChanges() {
  const log = spawnSync('git', ['log', '--format=%x00%cI', '--name-only', '--', '*.md'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  /** @type {Map<string, string>} */
  const dates = new Map();
  for (const commit of (log.stdout ?? '').split('\0').slice(1)) {
    const [date = '', ...paths] = commit.trim().split('\n');
    for (const path of paths) if (path !== '' && !dates.has(path)) dates.set(path, date.trim());
  }
  return dates;
}
