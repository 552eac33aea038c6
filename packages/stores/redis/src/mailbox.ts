import type { Mailbox } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { checkClient } from './connection/check-client.ts';
import { Connection } from './connection/connection.ts';
import type { RedisClient } from './connection/redis-client.ts';
import { script } from './connection/script.ts';
import { digest } from './digests.ts';

/** How a mailbox uses Redis. */
export interface RedisMailboxOptions {
  /** The prefix of every key. Default: `{toolwire}:mail:`. The processes of one server need the same value. */
  readonly prefix?: string | undefined;
}

const optionNames: NamesOf<RedisMailboxOptions> = { prefix: true };

/** KEYS: messages. Returns each message once. */
const collectScript = script(`
local texts = {}
for index, key in ipairs(KEYS) do
  texts[index] = redis.call('GET', key)
  if texts[index] then redis.call('DEL', key) end
end
return texts
`);

/** Creates a mailbox for the processes of one server, for example for the sessions of `@toolwire/mcp`. */
export function createRedisMailbox(client: RedisClient, options: RedisMailboxOptions = {}): Mailbox {
  checkNames('createRedisMailbox()', options, optionNames);
  const { prefix = '{toolwire}:mail:' } = options;
  checkClient(client, prefix);
  const connection = new Connection(client);
  const keyOf = (name: string): string => prefix + digest(name);
  return {
    async leave(name, text, forMs) {
      await connection.send(['SET', keyOf(name), text, 'PX', String(forMs)]);
    },
    async collect(names) {
      if (names.length === 0) return [];
      const texts = await connection.run(collectScript, names.map(keyOf), []);
      return Array.isArray(texts) ? texts.map((text: unknown) => (typeof text === 'string' ? text : undefined)) : [];
    },
  };
}
