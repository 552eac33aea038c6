import { checkNames, type NamesOf } from '@toolwire/internal';
import type { VaultStore } from '@toolwire/sign-in';
import { checkClient } from './check-client.ts';
import { Connection } from './connection.ts';
import type { RedisClient } from './redis-client.ts';
import { script } from './script.ts';

/** How the tokens of users are kept on Redis. */
export interface RedisVaultStoreOptions {
  /** In front of every key; `{toolwire}:vault:` if left out. Servers that share users share it. */
  readonly prefix?: string | undefined;
}

const optionNames: NamesOf<RedisVaultStoreOptions> = { prefix: true };

/** KEYS: the text. ARGV: what it was, for how long to keep the new one, and that, where there is one. */
const replaceScript = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] then redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2]) else redis.call('DEL', KEYS[1]) end
return 1
`);

/** Makes a store for the vault of `@toolwire/sign-in`, which gives it nothing but what it has encrypted. */
export function createRedisVaultStore(client: RedisClient, options: RedisVaultStoreOptions = {}): VaultStore {
  checkNames('createRedisVaultStore()', options, optionNames);
  const { prefix = '{toolwire}:vault:' } = options;
  checkClient(client);
  const connection = new Connection(client);
  const at = (key: string): string => prefix + key;
  const replace = async (key: string, was: string, text: string | undefined, forMs: number): Promise<boolean> => {
    const values = [was, String(forMs), ...(text === undefined ? [] : [text])];
    return Number(await connection.run(replaceScript, [at(key)], values)) === 1;
  };
  return {
    read: async (key) => textOf(await connection.send(['GET', at(key)])),
    async write(key, text, forMs) {
      await connection.send(['SET', at(key), text, 'PX', String(forMs)]);
    },
    replace,
    take: async (key) => textOf(await connection.send(['GETDEL', at(key)])),
    async claim(key, token, forMs) {
      return (await connection.send(['SET', at(key), token, 'PX', String(forMs), 'NX'])) !== null;
    },
    async release(key, token) {
      await replace(key, token, undefined, 1);
    },
  };
}

function textOf(reply: unknown): string | undefined {
  return typeof reply === 'string' ? reply : undefined;
}
