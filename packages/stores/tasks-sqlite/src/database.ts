import process from 'node:process';
import { StartupError } from '@toolwire/internal';

/** An open database that prepares each statement once. */
export class Database {
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: SqliteValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  all<Row>(sql: string, ...values: SqliteValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  first<Row>(sql: string, ...values: SqliteValue[]): Row | undefined {
    return this.all<Row>(sql, ...values)[0];
  }

  /** Returns the value of a pragma. Drivers return it under different names. */
  pragma(text: string): unknown {
    return Object.values(this.first<object>(`PRAGMA ${text}`) ?? {})[0];
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #statement(sql: string): SqliteStatement {
    const prepared = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** A value of a column. */
export type SqliteValue = string | number | null;

/** The used part of a prepared statement. */
interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  all(...values: SqliteValue[]): unknown[];
}

/** The used part of an open database: `DatabaseSync` of `node:sqlite`, or `Database` of `better-sqlite3` or `libsql`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** Opens a file, or creates it. */
export type OpenSqlite = (file: string) => SqliteDatabase;

/** The used part of `node:sqlite`. */
export interface NodeSqlite {
  readonly DatabaseSync: new (file: string, options?: { readonly readOnly?: boolean }) => SqliteDatabase;
}

/** `node:sqlite`, in Node 22.13 and later. */
export function nodeSqlite(): NodeSqlite | undefined {
  const sqlite: object | undefined = process.getBuiltinModule('node:sqlite');
  return sqlite !== undefined && isSqlite(sqlite) ? sqlite : undefined;
}

/** Opens files with `node:sqlite`. */
export function openWithNode(): OpenSqlite {
  const sqlite = nodeSqlite();
  if (sqlite === undefined) {
    throw new StartupError(
      'TW_SQLITE_DRIVER',
      `Node ${process.versions.node} has no node:sqlite. Use Node 22.13 or later, or install better-sqlite3 and pass { open: (file) => new Database(file) }.`,
    );
  }
  return (file) => new sqlite.DatabaseSync(file);
}

function isSqlite(builtin: object): builtin is NodeSqlite {
  return 'DatabaseSync' in builtin;
}
