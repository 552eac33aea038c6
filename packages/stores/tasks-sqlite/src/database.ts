import type { SqliteDatabase, SqliteStatement, SqliteValue } from './drivers.ts';

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
