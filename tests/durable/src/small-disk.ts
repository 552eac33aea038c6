import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk that can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk. */
  readonly fill: () => void;
  readonly free: () => void;
  readonly remove: () => void;
}

/** Why a small disk is not available here. */
export const noSmallDisk: string | undefined = findReason();

/** Mounts a small disk in memory. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-disk-'));
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) {
    rmdirSync(folder);
    throw new Error(`A tmpfs cannot be mounted: ${stderr.trim()}`);
  }
  const filler = join(folder, 'filler');
  const unmount = (): void => {
    spawnSync('umount', ['--lazy', folder]);
  };
  process.once('exit', unmount);
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w');
      for (const bytes of [65_536, 4_096]) writeUntilFull(file, Buffer.alloc(bytes, 1));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      process.off('exit', unmount);
      unmount();
      rmdirSync(folder);
    },
  };
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ENOSPC') throw error;
  }
}

function findReason(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'mounting a small disk needs root on Linux';
  }
  try {
    mountSmallDisk(1).remove();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
