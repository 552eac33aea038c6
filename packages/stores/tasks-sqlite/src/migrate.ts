import { StartupError } from '@toolwire/internal';
import type { Database } from './database.ts';
import { migrations } from './migrations.ts';

/** Marks a file as a task file: "tool" in ASCII. */
const applicationId = 0x74_6f_6f_6c;

/** Throws for a database of another application, before anything is changed. */
export function checkFile(database: Database, path: string): void {
  const id = database.pragma('application_id');
  const isForeign = id === 0 ? database.all('SELECT 1 FROM sqlite_schema LIMIT 1').length > 0 : id !== applicationId;
  if (isForeign) {
    throw new StartupError(
      'TW_SQLITE_FILE',
      `The file '${path}' is the database of another application. Pass a separate file for tasks.`,
    );
  }
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new StartupError(
      'TW_SQLITE_FILE',
      `The file '${path}' has version ${version}, and this @toolwire/tasks-sqlite supports up to version ${migrations.length}. Update the package, or pass another file.`,
    );
  }
}

/** Migrates a file to the latest version. Call it in a transaction, so that only one of several processes migrates. */
export function migrate(database: Database, path: string): void {
  checkFile(database, path);
  for (const migration of migrations.slice(versionOf(database))) database.exec(migration);
  // Also without new migrations: only a write shows that the file is writable.
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
}

function versionOf(database: Database): number {
  return Number(database.pragma('user_version'));
}
