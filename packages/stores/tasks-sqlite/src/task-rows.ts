import { fenceOf, isToRun, type TaskPosition, type TaskRecord } from '@toolwire/tasks';
import type { Statements } from './statements.ts';

/** A task as its row has it. */
export interface TaskRow {
  readonly owner: string;
  readonly version: number;
  readonly fence: number;
  readonly bytes: number;
  /** When its lease ends by the steady clock of the host, and how long it was given for; `null` where nobody has it. */
  readonly lease_ends: number | null;
  readonly lease_ms: number | null;
  readonly record: string;
}

/** What every task takes, at least: as much as it needs to say that it came to nothing. */
const leastBytes = 4_096;

/** An id or an owner as a column has it: no text is `null`, and none has a character at which a driver cuts it off. */
export function quoted(text: string | null): string {
  return JSON.stringify(text);
}

/** What a record takes. */
export function bytesOf(text: string): number {
  return Math.max(leastBytes, Buffer.byteLength(text));
}

/** The task of this id, unless it has lived its time. */
export function findTask(database: Statements, id: string, wall: number): TaskRow | undefined {
  return database.first(
    'SELECT owner, version, fence, bytes, lease_ends, lease_ms, record FROM tasks WHERE id = ? AND expires_at > ?',
    quoted(id),
    wall,
  );
}

export function addTask(database: Statements, record: TaskRecord, text: string, wall: number): void {
  database.run(
    `INSERT INTO tasks (id, owner, created_at, expires_at, version, fence, to_run, bytes, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    quoted(record.id),
    quoted(record.owner),
    record.createdAt,
    wall + record.ttlMs,
    record.version,
    fenceOf(record),
    Number(isToRun(record)),
    bytesOf(text),
    text,
  );
}

export function putTask(database: Statements, record: TaskRecord, text: string): void {
  database.run(
    'UPDATE tasks SET version = ?, fence = ?, to_run = ?, bytes = ?, record = ? WHERE id = ?',
    record.version,
    fenceOf(record),
    Number(isToRun(record)),
    bytesOf(text),
    text,
    quoted(record.id),
  );
}

/** Whether there was one. */
export function removeTask(database: Statements, id: string): boolean {
  return database.run('DELETE FROM tasks WHERE id = ?', quoted(id)) > 0;
}

/** Forgets tasks that have lived their time, so many at most. */
export function dropLapsed(database: Statements, wall: number, most: number): void {
  database.run(
    'DELETE FROM tasks WHERE rowid IN (SELECT rowid FROM tasks WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
    wall,
    most,
  );
}

export function setLease(database: Statements, id: string, ends: number | null, ms: number | null): void {
  database.run('UPDATE tasks SET lease_ends = ?, lease_ms = ? WHERE id = ?', ends, ms, quoted(id));
}

/** What an owner has after a position, oldest first. */
export function tasksOf(
  database: Statements,
  owner: string | null,
  after: TaskPosition,
  limit: number,
  wall: number,
): Pick<TaskRow, 'record'>[] {
  return database.all(
    `SELECT record FROM tasks WHERE owner = ? AND expires_at > ? AND (created_at, id) > (?, ?)
     ORDER BY created_at, id LIMIT ?`,
    quoted(owner),
    wall,
    ...columnsOf(after),
    limit,
  );
}

/** What there is of all owners after a position, oldest first. */
export function tasksOfAll(
  database: Statements,
  after: TaskPosition,
  limit: number,
  wall: number,
): Pick<TaskRow, 'record'>[] {
  return database.all(
    `SELECT record FROM tasks WHERE expires_at > ? AND (created_at, id) > (?, ?)
     ORDER BY created_at, id LIMIT ?`,
    wall,
    ...columnsOf(after),
    limit,
  );
}

/** What is to run after a position and is held by nobody, oldest first. */
export function tasksToRun(
  database: Statements,
  after: TaskPosition,
  limit: number,
  { wall, steady }: { readonly wall: number; readonly steady: number },
): Pick<TaskRow, 'record'>[] {
  return database.all(
    `SELECT record FROM tasks WHERE to_run = 1 AND expires_at > ? AND (created_at, id) > (?, ?)
       AND (lease_ends IS NULL OR lease_ends <= ? OR lease_ends > ? + lease_ms)
     ORDER BY created_at, id LIMIT ?`,
    wall,
    ...columnsOf(after),
    steady,
    steady,
    limit,
  );
}

/** What the version of a task is; `undefined` where there is none. */
export function versionOfTask(database: Statements, id: string): number | undefined {
  return database.first<{ readonly version: number }>('SELECT version FROM tasks WHERE id = ?', quoted(id))?.version;
}

function columnsOf(after: TaskPosition): [createdAt: number, id: string] {
  return [after.createdAt, quoted(after.id)];
}
