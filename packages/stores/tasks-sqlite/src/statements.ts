import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';

/** A database with its statements, each of which is read once. */
export class Statements {
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** How many rows it has changed. */
  run(sql: string, ...values: SqliteValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  all<Row>(sql: string, ...values: SqliteValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  first<Row>(sql: string, ...values: SqliteValue[]): Row | undefined {
    return this.all<Row>(sql, ...values)[0];
  }

  /** What a setting is, under whatever name the answer has it. */
  setting(pragma: string): unknown {
    return Object.values(this.first<object>(pragma) ?? {})[0];
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
