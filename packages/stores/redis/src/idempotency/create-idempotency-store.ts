import type { IdempotencyStore } from '@toolwire/idempotency';
import { checkCount, checkNames, idempotencyLimitNames, type NamesOf, readIdempotencyLimits } from '@toolwire/internal';
import { checkClient } from '../connection/check-client.ts';
import { Connection } from '../connection/connection.ts';
import type { RedisClient } from '../connection/redis-client.ts';
import { ClaimDigests } from '../digests.ts';
import { DataLossDetector } from './data-loss.ts';
import { RedisClaims } from './idempotency-store.ts';
import { limitsOfShard, ShardedClaims, shardPrefixes } from './sharded-claims.ts';

/** How an idempotency store uses Redis. */
export interface RedisIdempotencyStoreOptions {
  /** The prefix of every key. Default: `{toolwire}:idempotency:`. Servers that share calls need the same value. */
  readonly prefix?: string | undefined;
  /** How long results are stored, in milliseconds. Default: 15 minutes. Must be longer than your callers retry. */
  readonly ttlMs?: number | undefined;
  /** How long a claim lasts without renewal, in milliseconds. Default: 10 seconds. Must be the same in all servers. */
  readonly leaseMs?: number | undefined;
  /** The approximate size of all results stored within `ttlMs`, in bytes. Default: 256 MiB. Beyond it, only the fact that a call ran is stored. Must be the same in all servers. */
  readonly maxBytes?: number | undefined;
  /** Keys the digests of keys and inputs, so that readers of Redis can't guess them. Must be the same in all servers. */
  readonly secret?: string | undefined;
  /** Accepts a Redis that evicts keys to make room. */
  readonly allowEviction?: boolean | undefined;
  /** Accepts a primary whose replicas may take over without its latest writes: `min-replicas-to-write` is not set. */
  readonly allowUnsafeFailover?: boolean | undefined;
  /** How many hash slots of a Redis Cluster the keys are spread over. Default: 1. Must be the same in all servers. */
  readonly shards?: number | undefined;
  /** Treats an empty Redis as new, and not as one that has lost its data. For development and tests. */
  readonly trustEmpty?: boolean | undefined;
}

/** An idempotency store that several processes share. */
export interface RedisIdempotencyStore extends IdempotencyStore {
  /**
   * Await it before the server accepts calls. On an empty Redis it takes one lease, in which other processes report their running calls.
   * Rejects if Redis doesn't respond within a lease, is configured to lose claims, or has lost data since the last check.
   */
  ready(): Promise<void>;
}

const optionNames: NamesOf<RedisIdempotencyStoreOptions> = {
  prefix: true,
  ...idempotencyLimitNames,
  secret: true,
  allowEviction: true,
  allowUnsafeFailover: true,
  shards: true,
  trustEmpty: true,
};

/** Creates an idempotency store on Redis. Each operation is one round trip. */
export function createRedisIdempotencyStore(
  client: RedisClient,
  options: RedisIdempotencyStoreOptions = {},
): RedisIdempotencyStore {
  checkNames('createRedisIdempotencyStore()', options, optionNames);
  // The braces put all keys into one slot of a cluster.
  const { prefix = '{toolwire}:idempotency:', secret, allowEviction, trustEmpty, shards = 1 } = options;
  checkClient(client, prefix);
  checkCount('shards', shards, 1);
  const limits = readIdempotencyLimits(options, { ttlMs: 15 * 60_000, leaseMs: 10_000, maxBytes: 256 * 1024 * 1024 });
  const connection = new Connection(client);
  const createShard = (shardPrefix: string): RedisClaims =>
    new RedisClaims({
      connection,
      dataLoss: new DataLossDetector({
        prefix: shardPrefix,
        leaseMs: limits.leaseMs,
        trustEmpty: trustEmpty === true,
        allowEviction: allowEviction === true,
      }),
      digests: new ClaimDigests(shardPrefix, secret),
      limits: limitsOfShard(limits, shards),
      allowUnsafeFailover: options.allowUnsafeFailover === true,
    });
  if (shards === 1) return createShard(prefix);
  return new ShardedClaims(shardPrefixes(prefix, shards).map(createShard), limits);
}
