import { clock, enter, stayAwake } from './memory-script.ts';
import { type Script, script } from './script.ts';

// A record is a hash: `state` is running, kept or handed_on; `token` is its owner's; `until` is when the lease of a running one ends,
// or 0 when it is abandoned.

/**
 * KEYS: the memory, the record. ARGV: what it takes to enter the memory, how long to keep the record, fingerprint, token, awaited token,
 * 1 to take over, and whether Redis did not know this script, as when it has restarted.
 */
export const claimScript: Script = script(`${clock}
local looks = ARGV[11] == 'unknown'
${enter}
local fingerprint, token, awaited = ARGV[7], ARGV[8], ARGV[9]
local record = redis.call('HMGET', KEYS[2], 'state', 'token', 'fingerprint', 'until', 'answer')
local function begin()
  if closed > 0 and record[2] ~= token then return { doubt, name, closed } end
  redis.call('HSET', KEYS[2], 'state', 'running', 'token', token, 'fingerprint', fingerprint, 'until', now + lease)
  redis.call('HDEL', KEYS[2], 'answer')
  redis.call('PEXPIRE', KEYS[2], ARGV[6])
  return { 'mine', name }
end
if not record[1] or (record[1] == 'handed_on' and record[2] ~= awaited) then return begin() end
if record[1] == 'running' and record[2] == token then return begin() end
if record[3] ~= fingerprint then return { 'conflict', name } end
if record[1] ~= 'running' then return { 'answered', name, record[5] } end
local ends = tonumber(record[4])
if ends > 0 then ends = math.max(ends, awake + lease) end
if now < ends then return { 'running', name, record[2] } end
if ARGV[10] == '1' then return begin() end
return { 'in_doubt', name }
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

/** KEYS: the memory, the records. ARGV: lease, how long to keep these, and the token and the fingerprint of each record. */
export const renewScript: Script = script(`${clock}
local lease, memory = tonumber(ARGV[1]), KEYS[1]
${stayAwake}
for index = 2, #KEYS do
  local key, token, fingerprint = KEYS[index], ARGV[2 * index - 1], ARGV[2 * index]
  local record = redis.call('HMGET', key, 'state', 'token')
  if not record[1] or (record[1] == 'running' and record[2] == token) then
    redis.call('HSET', key, 'state', 'running', 'token', token, 'fingerprint', fingerprint, 'until', now + lease)
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
`);
