export type {
  IoredisClient,
  NodeRedisClient,
  RedisClient,
} from './connection/redis-client.ts';
export {
  createRedisIdempotencyStore,
  type RedisIdempotencyStore,
  type RedisIdempotencyStoreOptions,
} from './idempotency/create-idempotency-store.ts';
export { createRedisMailbox, type RedisMailboxOptions } from './mailbox.ts';
export { createRedisRateStore, type RedisRateStoreOptions } from './rate-store.ts';
export { createRedisTaskStore, type RedisTaskStore, type RedisTaskStoreOptions } from './tasks/create-task-store.ts';
export { createRedisVaultStore, type RedisVaultStoreOptions } from './vault-store.ts';
