import { noNatsServer } from '@toolwire/programs/nats';
import { noPgbouncer } from '@toolwire/programs/pgbouncer';
import { noPostgresServer } from '@toolwire/programs/postgres';
import { noRedisServer } from '@toolwire/programs/redis';
import type { StoreKind } from './backends.ts';

/** Why a store cannot run here. */
export const missingPrograms: Readonly<Record<StoreKind, string | undefined>> = {
  sqlite: undefined,
  'bullmq-redis': noRedisServer,
  'redis-cluster': noRedisServer,
  'bullmq-sentinel': noRedisServer,
  'bullmq-postgres': noPostgresServer,
  'bullmq-pgbouncer': noPostgresServer ?? noPgbouncer,
  'nats-postgres': noPostgresServer ?? noNatsServer,
};
