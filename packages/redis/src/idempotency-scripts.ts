import { type Script, script } from './script.ts';

// A record is a hash: `state` is running, kept or handed_on; `token` is its owner's; `until` is when the lease of a running one ends,
// by the clock of Redis, so that the clocks of the servers do not matter.

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * KEYS: the record, the memory. ARGV: fingerprint, token, awaited token, 1 to take over, lease, ttl, the memory as this process knows
 * it, a name for a new one.
 *
 * The memory is a key that is there as long as Redis forgets nothing. Whoever knew an older one has noticed that Redis has: until the
 * owners of running claims have had the time to renew them, nobody gets a claim.
 */
export const claimScript: Script = script(`${now}
local memory = redis.call('HMGET', KEYS[2], 'name', 'since', 'shut')
if not memory[1] then
  redis.call('HSET', KEYS[2], 'name', ARGV[8], 'since', now)
  memory = { ARGV[8], now, false }
end
local age = now - memory[2]
if age < tonumber(ARGV[5]) then
  if ARGV[7] ~= '' and ARGV[7] ~= memory[1] and not memory[3] then
    redis.call('HSET', KEYS[2], 'shut', '1')
    memory[3] = '1'
  end
  if memory[3] then return { 'forgotten', memory[1] } end
end

local record = redis.call('HMGET', KEYS[1], 'state', 'token', 'fingerprint', 'until', 'answer')
local state, token, fingerprint = record[1], record[2], record[3]
local function begin()
  redis.call('HSET', KEYS[1], 'state', 'running', 'token', ARGV[2], 'fingerprint', ARGV[1], 'until', now + ARGV[5])
  redis.call('HDEL', KEYS[1], 'answer')
  redis.call('PEXPIRE', KEYS[1], ARGV[6])
  return { 'mine', memory[1] }
end
if not state or (state == 'handed_on' and token ~= ARGV[3]) then return begin() end
if fingerprint ~= ARGV[1] then return { 'conflict', memory[1] } end
if state ~= 'running' then return { 'answered', memory[1], record[5] } end
if now < tonumber(record[4]) then return { 'running', memory[1], token } end
if ARGV[4] == '1' then return begin() end
return { 'in_doubt', memory[1] }
`);

/** KEYS: the record. ARGV: fingerprint, token, fate, text, how long to keep it. */
export const settleScript: Script = script(`
local token = redis.call('HGET', KEYS[1], 'token')
if token and token ~= ARGV[2] then return 'taken' end
redis.call('HSET', KEYS[1], 'state', ARGV[3], 'token', ARGV[2], 'fingerprint', ARGV[1], 'answer', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 'settled'
`);

/** KEYS: the record. ARGV: token. */
export const releaseScript: Script = script(`
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('DEL', KEYS[1]) end
`);

/** KEYS: the record. ARGV: token. */
export const abandonScript: Script = script(`
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('HSET', KEYS[1], 'until', 0) end
`);

/** KEYS: the records. ARGV: lease, ttl, and the token and the fingerprint of each record. */
export const renewScript: Script = script(`${now}
for index, key in ipairs(KEYS) do
  local token, fingerprint = ARGV[2 * index + 1], ARGV[2 * index + 2]
  local record = redis.call('HMGET', key, 'state', 'token')
  if not record[1] or (record[1] == 'running' and record[2] == token) then
    redis.call('HSET', key, 'state', 'running', 'token', token, 'fingerprint', fingerprint, 'until', now + ARGV[1])
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
`);
