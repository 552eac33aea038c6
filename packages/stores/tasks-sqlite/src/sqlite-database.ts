import process from 'node:process';
import { StartUpError } from '@toolwire/internal';

/** What stands in a column here. */
export type SqliteValue = string | number | null;

/** A statement of a database, as far as it is used. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  all(...values: SqliteValue[]): unknown[];
}

/** An open database, as far as it is used: `DatabaseSync` of `node:sqlite`, or `Database` of `better-sqlite3` or `libsql`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** Opens a file, and makes it if there is none. */
export type OpenSqlite = (file: string) => SqliteDatabase;

/** The part of `node:sqlite` that is used. */
export interface SqliteOfNode {
  readonly DatabaseSync: new (file: string, options?: { readonly readOnly?: boolean }) => SqliteDatabase;
}

/** What Node brings along, from 22.13 on. */
export function sqliteOfNode(): SqliteOfNode | undefined {
  const sqlite: object | undefined = process.getBuiltinModule('node:sqlite');
  return sqlite !== undefined && isSqlite(sqlite) ? sqlite : undefined;
}

/** Opens files by what Node brings along; a start-up error where that is nothing. */
export function openByNode(): OpenSqlite {
  const sqlite = sqliteOfNode();
  if (sqlite === undefined) {
    throw new StartUpError(
      'TW_SQLITE_DRIVER',
      `Node ${process.versions.node} has no SQLite. Take Node 22.13 or newer, or install better-sqlite3 and give { open: (file) => new Database(file) }.`,
    );
  }
  return (file) => new sqlite.DatabaseSync(file);
}

function isSqlite(builtin: object): builtin is SqliteOfNode {
  return 'DatabaseSync' in builtin;
}
