import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OpenSqlite } from '../src/database.ts';
import type { SqliteDatabase } from '../src/index.ts';
import { anyDriver } from './drivers.ts';

/** A place with little room for a file of tasks. */
export interface SmallDisk {
  readonly path: string;
  readonly open: OpenSqlite;
  /** Makes room. */
  readonly free: () => void;
}

const size = 16_777_216;

/** A disk with so many bytes left; where this user may mount none, a file that may not grow beyond them. */
export function smallDisk(left: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'tasks.db');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0;
  if (!mounted) return { path, ...smallFile(left) };
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  const other = join(folder, 'other');
  writeFileSync(other, Buffer.alloc(size - left));
  return { path, open: anyDriver.open, free: () => rmSync(other) };
}

function smallFile(left: number): Omit<SmallDisk, 'path'> {
  const opened: SqliteDatabase[] = [];
  return {
    open: (file) => {
      const database = anyDriver.open(file);
      database.exec(`PRAGMA max_page_count = ${Math.floor(left / 4_096)}`);
      opened.push(database);
      return database;
    },
    free: () => {
      for (const database of opened) database.exec('PRAGMA max_page_count = 100000');
    },
  };
}
