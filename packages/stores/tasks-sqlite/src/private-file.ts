import { chmodSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { reasonOf, StartupError } from '@toolwire/internal';

const ownerOnly = 0o600;
const othersMask = 0o007;

/**
 * Creates the file for this user only. SQLite would create it for all users, and gives its two other files the same mode.
 */
export function createPrivateFile(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: ownerOnly });
  } catch (thrown) {
    if (!isCode(thrown, 'EEXIST')) throw thrown;
  }
}

/**
 * Changes the mode of files that all users can read to 0600. A mode such as 0660, with which a group shares the file, stays. It uses paths,
 * because closing a file descriptor would release the locks of this process.
 */
export function restrictAccess(path: string): void {
  // Windows has no file modes.
  if (process.platform === 'win32') return;
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & othersMask) !== 0) tighten(file);
  }
}

function tighten(path: string): void {
  try {
    chmodSync(path, ownerOnly);
  } catch (thrown) {
    // Another process may have closed the file, so that SQLite deleted its log.
    if (isCode(thrown, 'ENOENT')) return;
    throw new StartupError(
      'TW_SQLITE_FILE',
      `The file '${path}' is readable for other users of this machine, and this process can't change its mode: ${reasonOf(thrown, 'unknown reason')}. Set the mode to 600, or to 660 for a shared group.`,
      { cause: thrown },
    );
  }
}

function isCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
