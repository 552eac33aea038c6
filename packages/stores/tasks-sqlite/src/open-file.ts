import { chmodSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { reasonOf, StartupError } from '@toolwire/internal';
import { Database, type OpenSqlite } from './database.ts';
import { checkFile, migrate } from './migrations.ts';
import { inTransaction, LockedError, retryWhileBusy } from './transaction.ts';

/** The path of a task file, and how to open it. */
export interface FileSettings {
  readonly path: string;
  readonly open: OpenSqlite;
  /** How long to retry while another process writes. */
  readonly timeoutMs: number;
  readonly allowVolatile: boolean;
}

/** Opens a task file and migrates it. Rejects if tasks could be lost. */
export async function openFile(settings: FileSettings): Promise<Database> {
  try {
    checkFileSystem(settings.path, settings.allowVolatile);
    createPrivateFile(settings.path);
    restrictAccess(settings.path);
    return await prepare(new Database(settings.open(settings.path)), settings);
  } catch (error) {
    if (error instanceof StartupError || error instanceof LockedError) throw error;
    throw new StartupError(
      'TW_SQLITE_FILE',
      `The file '${settings.path}' is not readable and writable: ${reasonOf(error, 'unknown reason')}. Allow this process to write the file and its folder.`,
      { cause: error },
    );
  }
}

async function prepare(database: Database, { path, timeoutMs }: FileSettings): Promise<Database> {
  try {
    database.exec('PRAGMA busy_timeout = 0');
    await retryWhileBusy(timeoutMs, () => checkFile(database, path));
    await retryWhileBusy(timeoutMs, () => enableWriteAheadLog(database, path));
    await retryWhileBusy(timeoutMs, () => inTransaction(database, () => migrate(database, path)));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function enableWriteAheadLog(database: Database, path: string): void {
  const mode = database.pragma('journal_mode = WAL');
  if (mode !== 'wal') {
    throw new StartupError(
      'TW_SQLITE_FILE',
      `The file '${path}' can't use a write-ahead log: its journal mode is '${String(mode)}'. Pass a file on a local disk.`,
    );
  }
  // Makes commits durable on macOS too.
  database.exec('PRAGMA fullfsync = ON');
}

/** The types of statfs(2) on Linux: NFS, three variants of SMB, AFS. */
const remote: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f]);

/** tmpfs and ramfs. */
const volatile: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** Throws for a file system that can lose writes, as far as the operating system reports it. */
function checkFileSystem(path: string, allowVolatile: boolean): void {
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

const ownerOnly = 0o600;
const othersMask = 0o007;

/**
 * Creates the file for this user only. SQLite would create it for all users, and gives its two other files the same mode.
 */
function createPrivateFile(path: string): void {
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
function restrictAccess(path: string): void {
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
