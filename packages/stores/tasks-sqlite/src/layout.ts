import { StartUpError } from '@toolwire/internal';
import type { Statements } from './statements.ts';

/** Marks a file as one of tasks: "tool" in ASCII. */
const applicationId = 0x74_6f_6f_6c;

const tasks = `
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
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
  CREATE INDEX tasks_to_run ON tasks (created_at, id) WHERE to_run = 1;`;

/** What an engine is to deliver, in the order in which it became due. */
const turns = `
  CREATE TABLE turns (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    due_at REAL NOT NULL,
    wait_ms REAL NOT NULL,
    holder TEXT,
    UNIQUE (task_id, turn)
  ) STRICT;
  CREATE INDEX turns_by_due ON turns (due_at);`;

/** How much each owner takes, and all together under '', which is no owner's: those are JSON. */
const shares = `
  CREATE TABLE shares (owner TEXT PRIMARY KEY, tasks INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER task_added AFTER INSERT ON tasks BEGIN
    INSERT INTO shares VALUES (new.owner, 1, new.bytes), ('', 1, new.bytes)
      ON CONFLICT (owner) DO UPDATE SET tasks = tasks + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER task_changed AFTER UPDATE OF bytes ON tasks WHEN new.bytes <> old.bytes BEGIN
    UPDATE shares SET bytes = bytes + new.bytes - old.bytes WHERE owner IN (new.owner, '');
  END;
  CREATE TRIGGER task_gone AFTER DELETE ON tasks BEGIN
    UPDATE shares SET tasks = tasks - 1, bytes = bytes - old.bytes WHERE owner IN (old.owner, '');
    DELETE FROM shares WHERE owner = old.owner AND tasks = 0;
    DELETE FROM turns WHERE task_id = old.id;
  END;`;

/** Which tool a turn is of; unknown where a process of the version before has added it. */
const toolOfTurn = 'ALTER TABLE turns ADD COLUMN tool TEXT;';

/** Who has a place, or asks for one, of all that need the same; who asks does so until a moment by the steady clock of the host. */
const places = `
  CREATE TABLE places (
    name TEXT NOT NULL,
    task_id TEXT NOT NULL,
    created_at REAL NOT NULL,
    asked_until REAL,
    PRIMARY KEY (name, task_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX places_of_task ON places (task_id);
  CREATE INDEX places_taken ON places (name) WHERE asked_until IS NULL;
  CREATE INDEX places_asked_for ON places (name, created_at, task_id) WHERE asked_until IS NOT NULL;
  CREATE TRIGGER task_gone_from_places AFTER DELETE ON tasks BEGIN
    DELETE FROM places WHERE task_id = old.id;
  END;
  CREATE TRIGGER task_not_to_run AFTER UPDATE OF to_run ON tasks WHEN new.to_run = 0 AND old.to_run = 1 BEGIN
    DELETE FROM places WHERE task_id = old.id;
  END;`;

/**
 * What brings a file from each version to the next, in order; `user_version` says how many it has had. Processes of the version before
 * may still have the file open, so a step adds, and never takes away.
 */
const steps: readonly string[] = [tasks + turns + shares, toolOfTurn, places];

/** Refuses a file that is another program's, before anything of it is changed. */
export function checkFile(database: Statements, path: string): void {
  const mark = database.setting('PRAGMA application_id');
  const foreign = mark === 0 ? database.all('SELECT 1 FROM sqlite_schema LIMIT 1').length > 0 : mark !== applicationId;
  if (foreign) {
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${path}' is a database of something else. Give one for tasks alone.`,
    );
  }
  const version = versionOf(database);
  if (version > steps.length) {
    throw new StartUpError(
      'TW_SQLITE_FILE',
      `The file '${path}' is of version ${version}, and this @toolwire/tasks-sqlite knows ${steps.length}. Bring it up to date, or give another file.`,
    );
  }
}

/** Brings a file to the newest version; within a transaction, so that one of several processes does. */
export function layOut(database: Statements, path: string): void {
  checkFile(database, path);
  for (const step of steps.slice(versionOf(database))) database.exec(step);
  // Also where nothing is new: a file that can only be read is found out by a write alone.
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
}

function versionOf(database: Statements): number {
  return Number(database.setting('PRAGMA user_version'));
}
