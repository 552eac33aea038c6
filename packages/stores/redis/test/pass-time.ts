import { slowness } from '@toolwire/tasks/contract';
import type { RedisClient } from '../src/index.ts';
import { send } from '../src/redis-client.ts';

const passScript = `
local prefix, ms = ARGV[1], tonumber(ARGV[2])
for _, key in ipairs(redis.call('KEYS', prefix .. '*')) do
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ms)
  if string.find(key, ':record:', 1, true) and redis.call('HEXISTS', key, 'until') == 1 then
    redis.call('HINCRBY', key, 'until', -ms)
  end
end
local later = redis.call('KEYS', prefix .. 'places:*:asked')
for _, name in ipairs({ 'held', 'ends' }) do later[#later + 1] = prefix .. name end
for _, key in ipairs(later) do
  for _, place in ipairs(redis.call('ZRANGE', key, 0, -1)) do
    redis.call('ZINCRBY', key, -ms, place)
  end
end
`;

/** Lets time pass for a slowed store: all that waits for a moment waits for an earlier one. */
export async function pass(client: RedisClient, prefix: string, ms: number): Promise<void> {
  await send(client, ['EVAL', passScript, '0', prefix, String(ms * slowness)]);
}
