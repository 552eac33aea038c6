import { StartupError } from '@toolwire/internal';

/**
 * The prefixes of keys, for stores without the option `prefix`. The hash tag `{toolwire}` puts all keys of a store into one slot of a
 * Redis Cluster, because a script can only use keys of one slot.
 */
export const keyPrefixes = {
  /** Claims and results of calls with an ID: `createRedisIdempotencyStore`. */
  idempotency: '{toolwire}:idempotency:',

  /** Messages for the sessions of MCP: `createRedisMailbox`. */
  mailbox: '{toolwire}:mail:',

  /** The counters of rate limits: `createRedisRateStore`. */
  rate: '{toolwire}:rate:',

  /**
   * Tasks and their indexes: `createRedisTaskStore`. The queue of BullMQ has its own option `prefix`, and the store that `bullmq()` creates
   * has the same hash tag.
   */
  tasks: '{toolwire}:tasks:',

  /** The encrypted tokens of users: `createRedisVaultStore`. */
  vault: '{toolwire}:vault:',
} as const;

/** The text in the first braces, by which Redis Cluster chooses the slot of a key. */
export const hashTag: RegExp = /\{([^}]+)\}/;

/** The error for a prefix without a hash tag, where a store needs one. */
export function prefixError(where: string, prefix: string): StartupError {
  return new StartupError(
    'TW_REDIS_CLIENT',
    `${where}, prefix must contain a hash tag, such as '{toolwire}:', got '${prefix}'.`,
  );
}
