import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { StartUpError } from '@toolwire/internal';

/** The types of statfs(2) on Linux: NFS, three variants of SMB, AFS. */
const remote: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f]);

/** tmpfs and ramfs. */
const volatile: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** Throws for a file system that can lose writes, as far as the operating system reports it. */
export function checkFileSystem(path: string, allowVolatile: boolean): void {
  if (process.platform !== 'linux') return;
  const type = fileSystemOf(path);
  if (remote.has(type)) {
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${path}' is on a network file system, which doesn't support the locks of SQLite. Pass a file on a local disk.`,
    );
  }
  if (volatile.has(type) && !allowVolatile) {
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${path}' is in memory, so a restart of the machine deletes it. Pass a file on a disk, or set allowVolatile for tests.`,
    );
  }
}

function fileSystemOf(path: string): number {
  // Some types are reported as negative numbers.
  return statfsSync(dirname(path)).type >>> 0;
}

/** The clocks of this machine, in milliseconds. */
export interface HostClock {
  /** The wall clock: milliseconds since 1970. It survives a restart of the machine, and can be set. */
  readonly wall: () => number;
  /** A monotonic clock, the same in all processes of the machine. It restarts with the machine, and can't be set (TASK-08). */
  readonly steady: () => number;
}

/** One moment, by both clocks. */
export interface HostTime {
  readonly wall: number;
  readonly steady: number;
}

export function hostClock(): HostClock {
  return { wall: Date.now, steady: () => Number(process.hrtime.bigint()) / 1e6 };
}

export function readClock(clock: HostClock): HostTime {
  return { wall: clock.wall(), steady: clock.steady() };
}
