import { createHash } from 'node:crypto';
import type { Mailbox } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { checkClient } from './check-client.ts';
import { Connection } from './connection.ts';
import type { RedisClient } from './redis-client.ts';
import { script } from './script.ts';

/** How messages are left on Redis. */
export interface RedisMailboxOptions {
  /** In front of every key; `{toolwire}:mail:` if left out. The processes of one server share it. */
  readonly prefix?: string | undefined;
}

const optionNames: NamesOf<RedisMailboxOptions> = { prefix: true };

/** KEYS: the messages. Each is handed out once. */
const collectScript = script(`
local texts = {}
for index, key in ipairs(KEYS) do
  texts[index] = redis.call('GET', key)
  if texts[index] then redis.call('DEL', key) end
end
return texts
`);

/** Makes a mailbox for the processes of one server, such as those that serve the sessions of `@toolwire/mcp`. */
export function createRedisMailbox(client: RedisClient, options: RedisMailboxOptions = {}): Mailbox {
  checkNames('createRedisMailbox()', options, optionNames);
  const { prefix = '{toolwire}:mail:' } = options;
  checkClient(client);
  const connection = new Connection(client);
  const keyOf = (name: string): string => prefix + createHash('sha256').update(name).digest('base64url');
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
