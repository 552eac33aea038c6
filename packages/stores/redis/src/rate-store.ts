import { checkNames, type NamesOf } from '@toolwire/internal';
import type { RateDecision, RateStore } from '@toolwire/limits';
import { checkClient } from './connection/check-client.ts';
import { Connection } from './connection/connection.ts';
import type { RedisClient } from './connection/redis-client.ts';
import { readClock, type Script, script } from './connection/script.ts';
import { digest } from './digests.ts';

/** How a rate store uses Redis. */
export interface RedisRateStoreOptions {
  /** The prefix of every key. Default: `{toolwire}:rate:`. Servers that share a limit need the same value. */
  readonly prefix?: string | undefined;
}

const optionNames: NamesOf<RedisRateStoreOptions> = { prefix: true };

/** The most entries of one window. */
const maxEntries = 64;

/**
 * KEYS: window. ARGV: cost, limit, length of the window, duration of an entry. Returns 0, or after how long to retry. No cost is above the limit.
 *
 * The window is a list of entries `first:last:calls`, in the order of time. For limits above 64, calls within a 64th of the window share
 * an entry and count as if they had all begun with the last of them, so that no list is longer.
 *
 * After the clock jumped back, entries in the future count as of now, so that no call waits longer than a window.
 */
const takeScript: Script = script(`${readClock}
local cost, limit, window, entry_ms = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local function encode(entry) return string.format('%.0f:%.0f:%.0f', entry.first, entry.last, entry.calls) end

local entries, calls, has_future = {}, 0, false
for _, text in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local first, last, count = string.match(text, '^(%d+):(%d+):(%d+)$')
  first, last = tonumber(first), tonumber(last)
  has_future = has_future or last > now
  if last + window > now then
    entries[#entries + 1] = { first = math.min(first, now), last = math.min(last, now), calls = tonumber(count) }
    calls = calls + count
  else
    redis.call('LPOP', KEYS[1])
  end
end

if has_future then
  redis.call('DEL', KEYS[1])
  for _, entry in ipairs(entries) do redis.call('RPUSH', KEYS[1], encode(entry)) end
  redis.call('PEXPIRE', KEYS[1], math.ceil(window))
end

local excess = calls + cost - limit
if excess > 0 then
  for _, entry in ipairs(entries) do
    excess = excess - entry.calls
    if excess <= 0 then return math.ceil(entry.last + window - now) end
  end
end

local newest = entries[#entries]
if newest and now - newest.first < entry_ms then
  redis.call('LSET', KEYS[1], -1, encode({ first = newest.first, last = now, calls = newest.calls + cost }))
else
  redis.call('RPUSH', KEYS[1], encode({ first = now, last = now, calls = cost }))
end
redis.call('PEXPIRE', KEYS[1], math.ceil(window))
return 0
`);

/** Creates a store that counts the calls of several processes together, for the rate limits of `@toolwire/limits`. */
export function createRedisRateStore(client: RedisClient, options: RedisRateStoreOptions = {}): RateStore {
  checkNames('createRedisRateStore()', options, optionNames);
  const { prefix = '{toolwire}:rate:' } = options;
  checkClient(client, prefix);
  const connection = new Connection(client);
  return {
    async take(key, cost, { limit, windowMs }): Promise<RateDecision> {
      const windowKey = prefix + digest([key, limit, windowMs]);
      const entryMs = limit > maxEntries ? windowMs / maxEntries : 0;
      const reply = await connection.run(takeScript, [windowKey], [cost, limit, windowMs, entryMs].map(String));
      const retryAfterMs = Number(reply);
      return { allowed: retryAfterMs === 0, retryAfterMs };
    },
  };
}
