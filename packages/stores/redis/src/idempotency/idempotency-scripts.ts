import { alwaysStoredBytes } from '@toolwire/internal';
import { readClock, type Script, script } from '../connection/script.ts';
import { beat, detectDataLoss } from './data-loss.ts';

// A claim is a hash. `state` is running, stored, not_stored or delivered. `token` is the token of its owner. `lease_ends` is the end of
// its lease, or 0 if it was abandoned or is in doubt and has no owner. `canceled_token` is the token of an owner whose work was
// canceled. `awaited_at` is when a waiting claim last polled, by the unadjusted clock of Redis.
//
// The usage of an owner, or in total, is a hash too: the bytes of stored results, in buckets of an eighth of the TTL.

/**
 * KEYS: heartbeat, claim. ARGV: the five values of `detectDataLoss`, TTL of the claim, fingerprint, token, awaited token, 1 to take over,
 * and `unknown` if Redis did not know this script, for example after a restart, or may be another server than before.
 */
export const claimScript: Script = script(`${readClock}
local polled_at = now
local inspect = ARGV[11] == 'unknown'
${detectDataLoss}
local fingerprint, token, awaited_token = ARGV[7], ARGV[8], ARGV[9]
local stored = redis.call('HMGET', KEYS[2], 'state', 'token', 'fingerprint', 'lease_ends', 'result')
local function acquire()
  if closed_ms > 0 and stored[2] ~= token then return { doubt, generation, closed_ms } end
  redis.call('HSET', KEYS[2], 'state', 'running', 'token', token, 'fingerprint', fingerprint, 'lease_ends', now + lease)
  redis.call('HDEL', KEYS[2], 'result', 'canceled_token', 'awaited_at')
  redis.call('PEXPIRE', KEYS[2], ARGV[6])
  return { 'acquired', generation }
end
if not stored[1] or (stored[1] == 'delivered' and stored[2] ~= awaited_token) then return acquire() end
if stored[1] == 'running' and stored[2] == token then return acquire() end
if stored[3] ~= fingerprint then return { 'conflict', generation } end
if stored[1] == 'not_stored' then return { 'not_stored', generation } end
if stored[1] ~= 'running' then return { 'completed', generation, stored[5] } end
local lease_ends = tonumber(stored[4])
if lease_ends > 0 then lease_ends = math.max(lease_ends, reachable_since + lease) end
if now < lease_ends then
  if stored[2] == awaited_token then redis.call('HSET', KEYS[2], 'awaited_at', polled_at) end
  return { 'running', generation, stored[2] }
end
if ARGV[10] == '1' then return acquire() end
-- After a caller got this result, the earlier claim is lost, even if its process was only paused.
redis.call('HSET', KEYS[2], 'token', 'in doubt', 'lease_ends', 0)
return { 'in_doubt', generation }
`);

/**
 * KEYS: claim, usage in total, usage of the owner. ARGV: fingerprint, token, retention, text, its TTL, TTL of results, limit of each usage.
 * `ttlOfResult()` decides the TTL of the text.
 */
export const settleScript: Script = script(`${readClock}
local fingerprint, token, retention, text, ttl = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[6])
local stored = redis.call('HMGET', KEYS[1], 'token', 'state')
if stored[1] and stored[1] ~= token then return 'taken' end
if stored[1] and stored[2] ~= 'running' then return 'settled' end

local bucket_ms = ttl / 8
local bucket = math.floor(now / bucket_ms)
local function count_if_fits()
  for index = 2, #KEYS do
    local used, counts = #text, redis.call('HGETALL', KEYS[index])
    for at = 1, #counts, 2 do
      if tonumber(counts[at]) < bucket - 8 then redis.call('HDEL', KEYS[index], counts[at])
      else used = used + tonumber(counts[at + 1]) end
    end
    if used > tonumber(ARGV[5 + index]) then return false end
  end
  for index = 2, #KEYS do
    redis.call('HINCRBY', KEYS[index], bucket, #text)
    redis.call('PEXPIRE', KEYS[index], math.ceil(ttl + 2 * bucket_ms))
  end
  return true
end

-- A small result doesn't count.
if #text < ${alwaysStoredBytes} or count_if_fits() then
  redis.call('HSET', KEYS[1], 'state', retention, 'token', token, 'fingerprint', fingerprint, 'result', text)
elseif retention == 'stored' then
  redis.call('HSET', KEYS[1], 'state', 'not_stored', 'token', token, 'fingerprint', fingerprint)
else
  redis.call('DEL', KEYS[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 'settled'
`);

/** KEYS: claim. ARGV: token. */
export const releaseScript: Script = script(`
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('DEL', KEYS[1]) end
`);

/** KEYS: claim. ARGV: token. */
export const abandonScript: Script = script(`
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('HSET', KEYS[1], 'lease_ends', 0) end
`);

/** KEYS: heartbeat, claims. ARGV: lease, TTL of the claims, token and fingerprint of each claim. */
export const renewScript: Script = script(`${readClock}
local lease, heartbeat = tonumber(ARGV[1]), KEYS[1]
${beat}
for index = 2, #KEYS do
  local key, token, fingerprint = KEYS[index], ARGV[2 * index - 1], ARGV[2 * index]
  local stored = redis.call('HMGET', key, 'state', 'token')
  if not stored[1] or (stored[1] == 'running' and stored[2] == token) then
    redis.call('HSET', key, 'state', 'running', 'token', token, 'fingerprint', fingerprint, 'lease_ends', now + lease)
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
`);

/** KEYS: claim. */
export const cancelScript: Script = script(`
local stored = redis.call('HMGET', KEYS[1], 'state', 'token')
if stored[1] == 'running' then redis.call('HSET', KEYS[1], 'canceled_token', stored[2]) end
`);

/** KEYS: claims. ARGV: their tokens. Returns for each claim whether it was canceled, and how long ago a waiting claim polled, or -1. */
export const statusScript: Script = script(`${readClock}
local status = {}
for index = 1, #KEYS do
  local stored = redis.call('HMGET', KEYS[index], 'token', 'canceled_token', 'awaited_at')
  local token = ARGV[index]
  local awaited_at = stored[1] == token and tonumber(stored[3])
  status[#status + 1] = stored[2] == token and 1 or 0
  status[#status + 1] = awaited_at and math.max(now - awaited_at, 0) or -1
end
return status
`);
