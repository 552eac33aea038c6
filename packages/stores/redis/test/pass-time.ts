import type { TaskStore } from '@toolwire/tasks';
import { slowedStore } from '@toolwire/tasks/contract';
import { send } from '../src/connection/redis-client.ts';
import type { RedisClient } from '../src/index.ts';

const passScript = `
local prefix, ms = ARGV[1], tonumber(ARGV[2])
for _, key in ipairs(redis.call('KEYS', prefix .. '*')) do
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ms)
  if string.find(key, ':record:', 1, true) and redis.call('HEXISTS', key, 'lease_ends') == 1 then
    redis.call('HINCRBY', key, 'lease_ends', -ms)
  end
end
if redis.call('HEXISTS', prefix .. 'usage', 'expires_at') == 1 then
  redis.call('HINCRBY', prefix .. 'usage', 'expires_at', -ms)
end
local indexes = redis.call('KEYS', prefix .. 'slots:*:waits_until')
for _, key in ipairs(redis.call('KEYS', prefix .. 'ended:*')) do indexes[#indexes + 1] = key end
for _, name in ipairs({ 'leased', 'expiry' }) do indexes[#indexes + 1] = prefix .. name end
for _, key in ipairs(indexes) do
  for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do
    redis.call('ZINCRBY', key, -ms, member)
  end
end
`;

export const slowness = 100;

/** A store for the cases of the contract, whose times slow machines meet too. */
export function slowed(store: TaskStore): TaskStore {
  return slowedStore(store, slowness);
}

/** Moves all times of a slowed store into the past. */
export async function pass(client: RedisClient, prefix: string, ms: number): Promise<void> {
  await send(client, ['EVAL', passScript, '0', prefix, String(ms * slowness)]);
}
