import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { StartUpError } from '@toolwire/internal';

/** NFS, SMB in three spellings, AFS: as statfs(2) of Linux calls them. */
const remote: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f]);

/** tmpfs and ramfs. */
const volatile: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** Refuses a place that loses what is written there, as far as the host tells. */
export function checkPlace(path: string, allowVolatile: boolean): void {
  if (process.platform !== 'linux') return;
  const kind = kindOfPlace(path);
  if (remote.has(kind)) {
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${path}' is on a network file system, where processes cannot lock it against each other. Give one on a disk of this host.`,
    );
  }
  if (volatile.has(kind) && !allowVolatile) {
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${path}' is in memory, and gone when the host restarts. Give one on a disk, or set allowVolatile for a test.`,
    );
  }
}

function kindOfPlace(path: string): number {
  // Some of them are told as numbers below 0.
  return statfsSync(dirname(path)).type >>> 0;
}
