import process from 'node:process';
import type { OpenSqlite } from '../src/database.ts';
import { createSqliteTasks, type SqliteDatabase, type SqliteTasks } from '../src/index.ts';

/** The settings of a test process. */
export interface ProgramSettings {
  readonly path: string;
  /** Where it writes what it does. */
  readonly history: string;
  /** The address of `libsql`, for a Node that brings no SQLite along. */
  readonly libsql: string | undefined;
  readonly leaseMs: number;
  /** How many calls of a tool may run at once, in all processes. */
  readonly maxRunningPerTool?: number;
}

/** The settings of this process, and the tasks that it shares with other processes. */
export async function readSettings(): Promise<ProgramSettings & { readonly tasks: SqliteTasks }> {
  const settings = JSON.parse(process.env['TASKS_SETTINGS'] ?? '') as ProgramSettings;
  const { path, libsql, leaseMs } = settings;
  const open = libsql === undefined ? undefined : await openBy(libsql);
  return {
    ...settings,
    tasks: createSqliteTasks(path, { open, allowVolatile: true, lockMs: leaseMs, maxRunning: 5 }),
  };
}

async function openBy(libsql: string): Promise<OpenSqlite> {
  const { default: Database } = (await import(libsql)) as { readonly default: new (file: string) => SqliteDatabase };
  return (file) => new Database(file);
}
