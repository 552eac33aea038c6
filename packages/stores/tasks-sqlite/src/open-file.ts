import { reasonOf, StartupError } from '@toolwire/internal';
import { Database } from './database.ts';
import type { OpenSqlite } from './drivers.ts';
import { LockedError } from './errors.ts';
import { checkFileSystem } from './file-system.ts';
import { checkFile, migrate } from './migrate.ts';
import { createPrivateFile, restrictAccess } from './private-file.ts';
import { inTransaction, retryWhileBusy } from './transaction.ts';

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
