export type { IoredisClient, NodeRedisClient, RedisClient } from './redis-client.ts';
export {
  createRedisIdempotencyStore,
  type RedisIdempotencyStore,
  type RedisIdempotencyStoreOptions,
} from './redis-idempotency-store.ts';
export { createRedisMailbox, type RedisMailboxOptions } from './redis-mailbox.ts';
export { createRedisRateStore, type RedisRateStoreOptions } from './redis-rate-store.ts';
export { createRedisTaskStore, type RedisTaskStore, type RedisTaskStoreOptions } from './redis-task-store.ts';
export { createRedisVaultStore, type RedisVaultStoreOptions } from './redis-vault-store.ts';
