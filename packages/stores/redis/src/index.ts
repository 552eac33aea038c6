export {
  createRedisIdempotencyStore,
  type RedisIdempotencyStore,
  type RedisIdempotencyStoreOptions,
} from './create-idempotency-store.ts';
export { createRedisTaskStore, type RedisTaskStore, type RedisTaskStoreOptions } from './create-task-store.ts';
export { createRedisMailbox, type RedisMailboxOptions } from './mailbox.ts';
export { createRedisRateStore, type RedisRateStoreOptions } from './rate-store.ts';
export type {
  IoredisClient,
  NodeRedisClient,
  RedisClient,
} from './redis-client.ts';
export { createRedisVaultStore, type RedisVaultStoreOptions } from './vault-store.ts';
