import { checkNames, type NamesOf } from '@toolwire/internal';
import type { VaultStore } from '@toolwire/sign-in';
import { checkClient } from './connection/check-client.ts';
import { Connection } from './connection/connection.ts';
import type { RedisClient } from './connection/redis-client.ts';
import { script } from './connection/script.ts';

/** How a vault store uses Redis. */
export interface RedisVaultStoreOptions {
  /** The prefix of every key. Default: `{toolwire}:vault:`. Servers that share users need the same value. */
  readonly prefix?: string | undefined;
}

const optionNames: NamesOf<RedisVaultStoreOptions> = { prefix: true };

/** Replaces or deletes a value that equals the expected one. KEYS: its key. ARGV: the expected value, its new TTL, a new value or ''. */
const replaceScript = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] ~= '' then redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2]) else redis.call('DEL', KEYS[1]) end
return 1
`);

/** Creates a store for the vault of `@toolwire/sign-in`, which encrypts all values. */
export function createRedisVaultStore(client: RedisClient, options: RedisVaultStoreOptions = {}): VaultStore {
  checkNames('createRedisVaultStore()', options, optionNames);
  const { prefix = '{toolwire}:vault:' } = options;
  checkClient(client, prefix);
  const connection = new Connection(client);
  const keyOf = (key: string): string => prefix + key;
  const replace = async (key: string, expected: string, text: string | undefined, ttlMs: number): Promise<boolean> => {
    const values = [expected, String(ttlMs), text ?? ''];
    return Number(await connection.run(replaceScript, [keyOf(key)], values)) === 1;
  };
  return {
    read: async (key) => textOf(await connection.send(['GET', keyOf(key)])),
    async write(key, text, ttlMs) {
      await connection.send(['SET', keyOf(key), text, 'PX', String(ttlMs)]);
    },
    replace,
    take: async (key) => textOf(await connection.send(['GETDEL', keyOf(key)])),
    async claim(key, claimId, ttlMs) {
      return (await connection.send(['SET', keyOf(key), claimId, 'PX', String(ttlMs), 'NX'])) !== null;
    },
    async release(key, claimId) {
      // The TTL is not used for a deletion.
      await replace(key, claimId, undefined, 1);
    },
  };
}

function textOf(reply: unknown): string | undefined {
  return typeof reply === 'string' ? reply : undefined;
}
