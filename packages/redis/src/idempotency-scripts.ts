import { type Script, script } from './script.ts';

// A record is a hash: `state` is running, kept or handed_on; `token` is its owner's; `until` is when the lease of a running one ends,
// or 0 when it is abandoned. All times are of the clock of Redis, so that those of the servers do not matter.
//
// The memory is a hash that is there as long as Redis forgets nothing. `seen` is when it was last asked: owners renew their claims
// three times a lease, so where nobody asked for half of one, they could not reach it, and get a whole lease from then on (`awake`).
// The same goes where the clock jumps forward. Where it jumps back, what is missing is added from then on (`lead`): a clock by which
// leases end may stand still for a moment, but not go back, or those of lost owners would last until it has caught up.

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Needs `now`, `lease` and `memory`, the key; leaves `awake`, and `now` as a time that does not go back. */
const stayAwake = `
local state = redis.call('HMGET', memory, 'seen', 'awake', 'lead')
local seen, awake, lead = tonumber(state[1]), tonumber(state[2]), tonumber(state[3]) or 0
now = now + lead
if seen and now < seen then
  redis.pcall('HSET', memory, 'lead', lead + seen - now)
  now = seen
end
if seen and now - seen > lease / 8 then
  if now - seen > lease / 2 then awake = now end
  redis.pcall('HSET', memory, 'seen', now, 'awake', awake)
end
`;

/**
 * KEYS: the record, the memory. ARGV: fingerprint, token, awaited token, 1 to take over, lease, how long to keep the record, the memory's
 * name as this process knows it, a name for a new one.
 *
 * Whoever knew another name has noticed that Redis has forgotten everything: until the owners of running claims have had the time to
 * renew them, nobody gets a claim.
 */
export const claimScript: Script = script(`${now}
local fingerprint, token, awaited, lease, memory = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[5]), KEYS[2]
if redis.call('EXISTS', memory) == 0 then
  redis.call('HSET', memory, 'name', ARGV[8], 'since', now, 'seen', now, 'awake', 0)
end
${stayAwake}
local known = redis.call('HMGET', memory, 'name', 'since', 'shut')
local name = known[1]
if now - known[2] < lease then
  if ARGV[7] ~= '' and ARGV[7] ~= name and not known[3] then
    redis.call('HSET', memory, 'shut', '1')
    known[3] = '1'
  end
  if known[3] then return { 'forgotten', name } end
end

local record = redis.call('HMGET', KEYS[1], 'state', 'token', 'fingerprint', 'until', 'answer')
local function begin()
  redis.call('HSET', KEYS[1], 'state', 'running', 'token', token, 'fingerprint', fingerprint, 'until', now + lease)
  redis.call('HDEL', KEYS[1], 'answer')
  redis.call('PEXPIRE', KEYS[1], ARGV[6])
  return { 'mine', name }
end
if not record[1] or (record[1] == 'handed_on' and record[2] ~= awaited) then return begin() end
if record[1] == 'running' and record[2] == token then return begin() end
if record[3] ~= fingerprint then return { 'conflict', name } end
if record[1] ~= 'running' then return { 'answered', name, record[5] } end
local ends = tonumber(record[4])
if ends > 0 then ends = math.max(ends, awake + lease) end
if now < ends then return { 'running', name, record[2] } end
if ARGV[4] == '1' then return begin() end
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
export const renewScript: Script = script(`${now}
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
