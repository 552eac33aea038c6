export {
  createPostgresIdempotencyStore,
  type PostgresIdempotencyStore,
  type PostgresIdempotencyStoreOptions,
} from './create-idempotency-store.ts';
export {
  createPostgresTaskStore,
  type PostgresTaskStore,
  type PostgresTaskStoreOptions,
} from './create-task-store.ts';
export { migrate, type PostgresSchemaOptions } from './migrations.ts';
