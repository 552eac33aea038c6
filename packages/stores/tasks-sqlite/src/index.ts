export { createSqliteTasks, type SqliteTasks, type SqliteTasksOptions } from './create-sqlite-tasks.ts';
export type { SqliteDatabase } from './database.ts';
