import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { StartupError } from '@toolwire/internal';

/** The types of statfs(2) on Linux: NFS, three variants of SMB, AFS. */
const remote: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f]);

/** tmpfs and ramfs. */
const volatile: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** Throws for a file system that can lose writes, as far as the operating system reports it. */
export function checkFileSystem(path: string, allowVolatile: boolean): void {
  if (process.platform !== 'linux') return;
  const type = fileSystemOf(path);
  if (remote.has(type)) {
    throw new StartupError(
      'TW_SQLITE_FILE',
      `The file '${path}' is on a network file system, which doesn't support the locks of SQLite. Pass a file on a local disk.`,
    );
  }
  if (volatile.has(type) && !allowVolatile) {
    throw new StartupError(
      'TW_SQLITE_FILE',
      `The file '${path}' is in memory, so a restart of the machine deletes it. Pass a file on a disk, or set allowVolatile for tests.`,
    );
  }
}

function fileSystemOf(path: string): number {
  // Some types are reported as negative numbers.
  return statfsSync(dirname(path)).type >>> 0;
}
