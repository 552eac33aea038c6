import { reasonOf, StartUpError } from '@toolwire/internal';
import { checkPlace } from './check-place.ts';
import { checkFile, layOut } from './layout.ts';
import type { OpenSqlite } from './sqlite-database.ts';
import { Statements } from './statements.ts';
import { inTransaction } from './transaction.ts';
import { LockedError, untilFree } from './until-free.ts';

/** Which file, and how it is opened. */
export interface FileSettings {
  readonly path: string;
  readonly open: OpenSqlite;
  /** How long to wait while another process writes. */
  readonly busyMs: number;
  readonly allowVolatile: boolean;
}

/** Opens a file of tasks, and lays it out if it is new. Rejects, in words that say what to do, where tasks could be lost. */
export async function openFile(settings: FileSettings): Promise<Statements> {
  try {
    checkPlace(settings.path, settings.allowVolatile);
    return await prepare(new Statements(settings.open(settings.path)), settings);
  } catch (error) {
    if (error instanceof StartUpError || error instanceof LockedError) throw error;
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${settings.path}' cannot be read and written: ${reasonOf(error, 'for no reason that was told')}. Let this process write the file and its folder.`,
      { cause: error },
    );
  }
}

async function prepare(database: Statements, { path, busyMs }: FileSettings): Promise<Statements> {
  try {
    database.exec('PRAGMA busy_timeout = 0');
    await untilFree(busyMs, () => checkFile(database, path));
    await untilFree(busyMs, () => useLog(database, path));
    await untilFree(busyMs, () => inTransaction(database, () => layOut(database, path)));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function useLog(database: Statements, path: string): void {
  const mode = database.setting('PRAGMA journal_mode = WAL');
  if (mode !== 'wal') {
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${path}' cannot have a write-ahead log: its journal is '${String(mode)}'. Give a file on a disk of this host.`,
    );
  }
  // What was answered is on the disk: with this, also on that of a Mac.
  database.exec('PRAGMA fullfsync = ON');
}
