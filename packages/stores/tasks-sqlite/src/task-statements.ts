import { keepEndedMs } from '@toolwire/internal';
import { fenceOf, hasEnded, isRunnable, type TaskPosition, type TaskRecord } from '@toolwire/tasks';
import type { Database, SqliteValue } from './database.ts';
import type { HostTime } from './host-clock.ts';

/** The row of a task. */
export interface TaskRow {
  readonly owner: string;
  readonly version: number;
  readonly fence: number;
  readonly bytes: number;
  /** The end of the lease by the steady clock, and its duration; `null` if no worker has the task. */
  readonly lease_ends: number | null;
  readonly lease_ms: number | null;
  readonly record: string;
}

/** The minimum size that a task counts, so that its failure always fits. */
const minTaskBytes = 4_096;

/** An ID or an owner as a column value: distinct from `null`, and without characters at which a driver truncates it. */
export function quoted(text: string | null): string {
  return JSON.stringify(text);
}

/** Reads a string that `quoted()` wrote. */
export function unquoted(value: string): string {
  return JSON.parse(value) as string;
}

/** The size that a record counts. */
export function countedBytes(text: string): number {
  return Math.max(minTaskBytes, Buffer.byteLength(text));
}

/** Finds a task that has not expired. */
export function findTask(database: Database, id: string, wall: number): TaskRow | undefined {
  return database.first(
    'SELECT owner, version, fence, bytes, lease_ends, lease_ms, record FROM tasks WHERE id = ? AND expires_at > ?',
    quoted(id),
    wall,
  );
}

export function insertTask(database: Database, record: TaskRecord, text: string, wall: number): void {
  database.run(
    `INSERT INTO tasks (id, owner, created_at, expires_at, version, fence, to_run, bytes, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    quoted(record.id),
    quoted(record.owner),
    record.createdAt,
    wall + record.ttlMs,
    record.version,
    fenceOf(record),
    Number(isRunnable(record)),
    countedBytes(text),
    text,
  );
}

export function updateTask(database: Database, record: TaskRecord, text: string, wall: number): void {
  database.run(
    'UPDATE tasks SET version = ?, fence = ?, to_run = ?, bytes = ?, record = ?, ended_at = ? WHERE id = ?',
    record.version,
    fenceOf(record),
    Number(isRunnable(record)),
    countedBytes(text),
    text,
    hasEnded(record) ? wall : null,
    quoted(record.id),
  );
}

/** Returns whether the task existed. */
export function removeTask(database: Database, id: string): boolean {
  return database.run('DELETE FROM tasks WHERE id = ?', quoted(id)) > 0;
}

/** Deletes expired tasks. */
export function deleteExpired(database: Database, wall: number, limit: number): void {
  database.run(
    'DELETE FROM tasks WHERE rowid IN (SELECT rowid FROM tasks WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
    wall,
    limit,
  );
}

/** Deletes the oldest tasks of an owner that ended before a time. Returns how many. */
export function deleteEnded(database: Database, owner: string | null, before: number, limit: number): number {
  return database.run(
    `DELETE FROM tasks WHERE rowid IN (
       SELECT rowid FROM tasks WHERE owner = ? AND ended_at <= ? ORDER BY ended_at LIMIT ?
     )`,
    quoted(owner),
    before,
    limit,
  );
}

/** When the first task of an owner can be deleted, or the first of all if the owner has none. */
export function roomAt(database: Database, owner: string | null): number | undefined {
  const ownRow = database.first<{ readonly time: number | null }>(
    'SELECT min(min(expires_at, coalesce(ended_at + ?, expires_at))) AS time FROM tasks WHERE owner = ?',
    keepEndedMs,
    quoted(owner),
  );
  const firstRow = database.first<{ readonly time: number | null }>('SELECT min(expires_at) AS time FROM tasks');
  return ownRow?.time ?? firstRow?.time ?? undefined;
}

export function setLease(database: Database, id: string, ends: number | null, ms: number | null): void {
  database.run('UPDATE tasks SET lease_ends = ?, lease_ms = ? WHERE id = ?', ends, ms, quoted(id));
}

/** The condition of a query for tasks. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** The tasks of all owners. */
export function allTasks(wall: number): Condition {
  return { sql: 'expires_at > ?', values: [wall] };
}

/** The tasks of one owner. */
export function tasksOf(owner: string | null, wall: number): Condition {
  return { sql: 'owner = ? AND expires_at > ?', values: [quoted(owner), wall] };
}

/**
 * Whether no worker has a task; needs the steady time twice. That clock restarts with the machine, so a lease that ends later than a new
 * lease would has expired too (TASK-08).
 */
export const isFree = '(lease_ends IS NULL OR lease_ends <= ? OR lease_ends > ? + lease_ms)';

/** The tasks that wait for a worker. */
export function unfinishedTasks({ wall, steady }: HostTime): Condition {
  return { sql: `to_run = 1 AND expires_at > ? AND ${isFree}`, values: [wall, steady, steady] };
}

/** Reads tasks after a position, oldest first. */
export function readTasks(
  database: Database,
  { sql, values }: Condition,
  after: TaskPosition,
  limit: number,
): TaskRecord[] {
  const query = `SELECT record FROM tasks WHERE ${sql} AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`;
  return database.all<TaskRow>(query, ...values, after.createdAt, quoted(after.id), limit).map(recordOf);
}

/** Decodes the record of a row. */
export function recordOf({ record }: Pick<TaskRow, 'record'>): TaskRecord {
  return JSON.parse(record) as TaskRecord;
}

/** The version of a task; `undefined` if it does not exist or has expired. */
export function versionOfTask(database: Database, id: string, wall: number): number | undefined {
  const query = 'SELECT version FROM tasks WHERE id = ? AND expires_at > ?';
  return database.first<{ readonly version: number }>(query, quoted(id), wall)?.version;
}
