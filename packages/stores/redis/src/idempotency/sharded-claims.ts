import type { Claim, ClaimResult, ClaimStatus, IdempotencyStore, StoredResult } from '@toolwire/idempotency';
import { groupBy, type IdempotencyLimits } from '@toolwire/internal';
import { hashTag, prefixError } from '../connection/check-client.ts';
import { digest } from '../digests.ts';
import type { RedisClaims } from './idempotency-store.ts';

/** Spreads the claims over several hash slots, so that the primaries of a Redis Cluster share the load. */
export class ShardedClaims implements IdempotencyStore {
  readonly leaseMs: number;
  readonly ttlMs: number;
  readonly #shards: readonly RedisClaims[];

  constructor(shards: readonly RedisClaims[], { leaseMs, ttlMs }: Pick<IdempotencyLimits, 'leaseMs' | 'ttlMs'>) {
    this.#shards = shards;
    this.leaseMs = leaseMs;
    this.ttlMs = ttlMs;
  }

  async ready(): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.ready()));
  }

  claim(claim: Claim): Promise<ClaimResult> {
    return this.#shardOf(claim).claim(claim);
  }

  settle(claim: Claim, result: StoredResult): Promise<'settled' | 'taken'> {
    return this.#shardOf(claim).settle(claim, result);
  }

  release(claim: Claim): Promise<unknown> {
    return this.#shardOf(claim).release(claim);
  }

  abandon(claim: Claim): Promise<unknown> {
    return this.#shardOf(claim).abandon(claim);
  }

  cancel(key: string): Promise<unknown> {
    return this.#shardOf({ key }).cancel(key);
  }

  renew(claims: readonly Claim[]): Promise<unknown> {
    // Asynchronous, because a shard that can't send throws, and the promises of the others would be lost.
    return Promise.all([...this.#byShard(claims)].map(async ([shard, claimsOfShard]) => shard.renew(claimsOfShard)));
  }

  async status(claims: readonly Claim[]): Promise<readonly ClaimStatus[]> {
    const statuses = new Map<Claim, ClaimStatus>();
    const read = async ([shard, claimsOfShard]: readonly [RedisClaims, readonly Claim[]]): Promise<void> => {
      for (const [index, status] of (await shard.status(claimsOfShard)).entries()) {
        statuses.set(claimsOfShard[index] as Claim, status);
      }
    };
    await Promise.all([...this.#byShard(claims)].map(read));
    return claims.map((claim) => statuses.get(claim) as ClaimStatus);
  }

  #byShard(claims: readonly Claim[]): ReadonlyMap<RedisClaims, readonly Claim[]> {
    return groupBy(claims, (claim) => this.#shardOf(claim));
  }

  #shardOf({ key }: Pick<Claim, 'key'>): RedisClaims {
    const number = Buffer.from(digest(key), 'base64url').readUInt32BE();
    return this.#shards[number % this.#shards.length] as RedisClaims;
  }
}

/** The prefix of each shard: the same text with another hash tag. */
export function shardPrefixes(prefix: string, shards: number): readonly string[] {
  if (!hashTag.test(prefix)) throw prefixError('With shards', prefix);
  return Array.from({ length: shards }, (_, shard) => prefix.replace(hashTag, `{$1:${shard}}`));
}

/** The limits of one shard. Keys are spread evenly, so each shard gets its part of the bytes. */
export function limitsOfShard(limits: IdempotencyLimits, shards: number): IdempotencyLimits {
  return { ...limits, maxBytes: Math.ceil(limits.maxBytes / shards) };
}
