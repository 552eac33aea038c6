export type { OpenSqlite, SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';
export { createSqliteTasks, type SqliteTasks, type SqliteTasksOptions } from './sqlite-tasks.ts';
