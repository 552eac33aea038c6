import type { IdempotencyStore } from '@toolwire/idempotency';
import { byteCount, checkNames, checkNumber, type NamesOf, StartUpError, wholeMs } from '@toolwire/internal';
import { checkClient } from './check-client.ts';
import { ClaimDigests } from './claim-digests.ts';
import { Connection } from './connection.ts';
import { RedisClaims } from './redis-claims.ts';
import type { RedisClient } from './redis-client.ts';
import { RedisMemory } from './redis-memory.ts';

/** How claims and answers are kept on Redis. */
export interface RedisIdempotencyStoreOptions {
  /** In front of every key; `{toolwire}:idempotency:` if left out. Servers that share calls share it. */
  readonly prefix?: string | undefined;
  /** How long answers are kept, in milliseconds; 15 minutes if left out. Longer than your callers go on trying. */
  readonly ttlMs?: number | undefined;
  /** How long a claim that is not renewed lasts, in milliseconds; 10 seconds if left out. The same in all servers. */
  readonly leaseMs?: number | undefined;
  /** About how many bytes of answers are kept within `ttlMs`, all together; 256 MiB if left out. Beyond, only that a call has run. The same in all servers. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; a quarter if left out. The same in all servers. */
  readonly maxBytesPerOwner?: number | undefined;
  /** Keys the digests of keys and inputs, so that who reads Redis cannot try out whose, or of which input, they are. The same in all servers. */
  readonly secret?: string | undefined;
  /** Takes a Redis that drops keys to make room. */
  readonly allowEviction?: boolean | undefined;
  /** Takes a Redis that knows nothing for a new one, and not for one that has forgotten: for development and tests. */
  readonly trustEmpty?: boolean | undefined;
}

/** A store that several processes share. */
export interface RedisIdempotencyStore extends IdempotencyStore {
  /**
   * To be awaited before a server takes calls. On a Redis that knows nothing it takes one lease, in which the runs of other processes
   * make themselves known. Rejects where Redis does not answer for a lease, is set up to lose claims, or has lost any since last asked.
   */
  ready(): Promise<void>;
}

const optionNames: NamesOf<RedisIdempotencyStoreOptions> = {
  prefix: true,
  ttlMs: true,
  leaseMs: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  secret: true,
  allowEviction: true,
  trustEmpty: true,
};

/** Makes a store on Redis; every step is one round trip. */
export function createRedisIdempotencyStore(
  client: RedisClient,
  options: RedisIdempotencyStoreOptions = {},
): RedisIdempotencyStore {
  checkNames('createRedisIdempotencyStore()', options, optionNames);
  const { prefix = '{toolwire}:idempotency:', ttlMs = 15 * 60_000, leaseMs = 10_000, secret } = options;
  checkClient(client);
  checkNumber('leaseMs', leaseMs, wholeMs);
  checkNumber('ttlMs', ttlMs, wholeMs);
  if (ttlMs < leaseMs) {
    throw new StartUpError('TW_OPTION_NUMBER', `ttlMs is ${ttlMs}. Give at least leaseMs, which is ${leaseMs}.`);
  }
  const { maxBytes = 256 * 1024 * 1024 } = options;
  checkNumber('maxBytes', maxBytes, byteCount);
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  const memory = new RedisMemory({
    prefix,
    leaseMs,
    trustsEmpty: options.trustEmpty === true,
    mayEvict: options.allowEviction === true,
  });
  return new RedisClaims(new Connection(client), memory, new ClaimDigests(prefix, secret), {
    ttlMs,
    leaseMs,
    rooms: [String(maxBytes), String(maxBytesPerOwner)],
  });
}
