import { clock, enter, stayAwake } from './memory-script.ts';
import { type Script, script } from './script.ts';

// A record is a hash: `state` is running, kept, unkept or handed_on; `token` is its owner's; `until` is when the lease of a running one ends,
// or 0 when it is abandoned. `cancelled` is the token of an owner who has yet to hear that its work is; `asked` is when another claim
// that waits for a running one has last asked, by the clock of Redis as it is.
//
// A room is a hash too: how many bytes of answers were recorded in each eighth of the time for which they are kept.

/**
 * KEYS: the memory, the record. ARGV: what it takes to enter the memory, how long to keep the record, fingerprint, token, awaited token,
 * 1 to take over, and whether Redis did not know this script, as when it has restarted.
 */
export const claimScript: Script = script(`${clock}
local asked = now
local looks = ARGV[11] == 'unknown'
${enter}
local fingerprint, token, awaited = ARGV[7], ARGV[8], ARGV[9]
local record = redis.call('HMGET', KEYS[2], 'state', 'token', 'fingerprint', 'until', 'answer')
local function begin()
  if closed > 0 and record[2] ~= token then return { doubt, name, closed } end
  redis.call('HSET', KEYS[2], 'state', 'running', 'token', token, 'fingerprint', fingerprint, 'until', now + lease)
  redis.call('HDEL', KEYS[2], 'answer', 'cancelled', 'asked')
  redis.call('PEXPIRE', KEYS[2], ARGV[6])
  return { 'mine', name }
end
if not record[1] or (record[1] == 'handed_on' and record[2] ~= awaited) then return begin() end
if record[1] == 'running' and record[2] == token then return begin() end
if record[3] ~= fingerprint then return { 'conflict', name } end
if record[1] == 'unkept' then return { 'unkept', name } end
if record[1] ~= 'running' then return { 'answered', name, record[5] } end
local ends = tonumber(record[4])
if ends > 0 then ends = math.max(ends, awake + lease) end
if now < ends then
  if record[2] == awaited then redis.call('HSET', KEYS[2], 'asked', asked) end
  return { 'running', name, record[2] }
end
if ARGV[10] == '1' then return begin() end
return { 'in_doubt', name }
`);

/** An answer that takes less is kept in any case. */
const fewBytes = 256;

/**
 * KEYS: the record, the rooms that its answer is to fit into. ARGV: fingerprint, token, fate, text, how long to keep it, how long what
 * it takes is counted, and how much fits into each of the rooms.
 */
export const settleScript: Script = script(`${clock}
local fingerprint, token, fate, text, window = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[6])
local record = redis.call('HMGET', KEYS[1], 'token', 'state')
if record[1] and record[1] ~= token then return 'taken' end
if record[1] and record[2] ~= 'running' then return 'settled' end

local part = window / 8
local newest = math.floor(now / part)
local function fits()
  for index = 2, #KEYS do
    local taken, counts = #text, redis.call('HGETALL', KEYS[index])
    for at = 1, #counts, 2 do
      if tonumber(counts[at]) < newest - 8 then redis.call('HDEL', KEYS[index], counts[at])
      else taken = taken + tonumber(counts[at + 1]) end
    end
    if taken > tonumber(ARGV[5 + index]) then return false end
  end
  for index = 2, #KEYS do
    redis.call('HINCRBY', KEYS[index], newest, #text)
    redis.call('PEXPIRE', KEYS[index], math.ceil(window + 2 * part))
  end
  return true
end

if #text < ${fewBytes} or fits() then
  redis.call('HSET', KEYS[1], 'state', fate, 'token', token, 'fingerprint', fingerprint, 'answer', text)
elseif fate == 'kept' then
  redis.call('HSET', KEYS[1], 'state', 'unkept', 'token', token, 'fingerprint', fingerprint)
else
  redis.call('DEL', KEYS[1])
end
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

/** KEYS: the record. */
export const cancelScript: Script = script(`
local record = redis.call('HMGET', KEYS[1], 'state', 'token')
if record[1] == 'running' then redis.call('HSET', KEYS[1], 'cancelled', record[2]) end
`);

/** KEYS: the records. ARGV: the token of each. Answers for each whether it is cancelled, and how long ago somebody else asked, or -1. */
export const newsScript: Script = script(`${clock}
local news = {}
for index = 1, #KEYS do
  local record = redis.call('HMGET', KEYS[index], 'token', 'cancelled', 'asked')
  local token = ARGV[index]
  local asked = record[1] == token and tonumber(record[3])
  news[#news + 1] = record[2] == token and 1 or 0
  news[#news + 1] = asked and math.max(now - asked, 0) or -1
end
return news
`);
