import { StartupError } from '@toolwire/internal';
import type { Database } from './database.ts';

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

const tasks = `
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    ended_at REAL,
    version INTEGER NOT NULL,
    fence INTEGER NOT NULL,
    to_run INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    lease_ends REAL,
    lease_ms REAL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX tasks_of_owner ON tasks (owner, created_at, id);
  CREATE INDEX tasks_by_expiry ON tasks (expires_at);
  CREATE INDEX tasks_to_run ON tasks (created_at, id) WHERE to_run = 1;
  CREATE INDEX tasks_ended ON tasks (owner, ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX tasks_by_age ON tasks (created_at, id);`;

/** The turns to deliver, in the order in which they became due. */
const turns = `
  CREATE TABLE turns (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    tool TEXT,
    due_at REAL NOT NULL,
    wait_ms REAL NOT NULL,
    holder TEXT,
    UNIQUE (task_id, turn)
  ) STRICT;
  CREATE INDEX turns_by_due ON turns (due_at);`;

/** The usage of each owner, and in total as '', which is not an owner: owners are JSON. */
const taskUsage = `
  CREATE TABLE task_usage (owner TEXT PRIMARY KEY, tasks INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER task_added AFTER INSERT ON tasks BEGIN
    INSERT INTO task_usage VALUES (new.owner, 1, new.bytes), ('', 1, new.bytes)
      ON CONFLICT (owner) DO UPDATE SET tasks = tasks + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER task_changed AFTER UPDATE OF bytes ON tasks WHEN new.bytes <> old.bytes BEGIN
    UPDATE task_usage SET bytes = bytes + new.bytes - old.bytes WHERE owner IN (new.owner, '');
  END;
  CREATE TRIGGER task_deleted AFTER DELETE ON tasks BEGIN
    UPDATE task_usage SET tasks = tasks - 1, bytes = bytes - old.bytes WHERE owner IN (old.owner, '');
    DELETE FROM task_usage WHERE owner = old.owner AND tasks = 0;
    DELETE FROM turns WHERE task_id = old.id;
  END;`;

/** The slots that tasks hold or wait for; `waits_until` is a time of the steady clock. */
const slots = `
  CREATE TABLE slots (
    name TEXT NOT NULL,
    task_id TEXT NOT NULL,
    created_at REAL NOT NULL,
    waits_until REAL,
    PRIMARY KEY (name, task_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX slots_of_task ON slots (task_id);
  CREATE INDEX slots_held ON slots (name) WHERE waits_until IS NULL;
  CREATE INDEX slots_waiting ON slots (name, created_at, task_id) WHERE waits_until IS NOT NULL;
  CREATE TRIGGER task_slots_deleted AFTER DELETE ON tasks BEGIN
    DELETE FROM slots WHERE task_id = old.id;
  END;
  CREATE TRIGGER task_slots_released AFTER UPDATE OF to_run ON tasks WHEN new.to_run = 0 AND old.to_run = 1 BEGIN
    DELETE FROM slots WHERE task_id = old.id;
  END;`;

/** `user_version` counts the applied migrations. Processes of the previous version may still have the file open, so a migration adds, and never removes. */
export const migrations: readonly string[] = [tasks + turns + taskUsage + slots];
