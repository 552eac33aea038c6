export { migrate, type PostgresSchemaOptions } from './migrate.ts';
export {
  createPostgresIdempotencyStore,
  type PostgresIdempotencyStore,
  type PostgresIdempotencyStoreOptions,
} from './postgres-idempotency-store.ts';
export type { PostgresPool, PostgresStatement } from './postgres-pool.ts';
export {
  createPostgresTaskStore,
  type PostgresTaskStore,
  type PostgresTaskStoreOptions,
} from './postgres-task-store.ts';
