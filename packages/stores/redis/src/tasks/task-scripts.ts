import { type Script, type StepScript, script, stepScript } from '../connection/script.ts';
import { capacityParts, taskParts } from './task-script-parts.ts';

/** How many expired tasks each new one deletes: more than one, so that they don't pile up. */
const removedWithEach = 4;

/**
 * Reads the shared values after the prefix: the most tasks, in total and of the owner; the most bytes, in total and of the owner; and how
 * long ended tasks are stored at least.
 */
const readLimits = 'local limits = { ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6] }\n';

/** KEYS: record. ARGV: shared values, text, version, fence, turn, state, bytes, digest of the owner, member, TTL. */
export const createTaskScript: StepScript = stepScript(
  `
${readLimits}local bytes, owner, member, expires_at = tonumber(ARGV[12]), ARGV[13], ARGV[14], now + ARGV[15]
-- Stored by this operation, whose response was lost, or by another one.
if redis.call('EXISTS', KEYS[1]) == 1 then return 'stored' end
remove_expired(${removedWithEach})
if not make_room(owner, 1, bytes, limits) then return 'full' end
redis.call('HSET', KEYS[1], 'record', ARGV[7], 'version', ARGV[8], 'fence', ARGV[9], 'turn', ARGV[10], 'state', ARGV[11], 'member', member)
redis.call('PEXPIREAT', KEYS[1], expires_at)
count(member, owner, bytes, bytes)
redis.call('ZADD', expiry, expires_at, member)
keep_counts(expires_at)
redis.call('ZADD', owner_key(owner), 0, member)
expire_not_before(owner_key(owner), expires_at)
if ARGV[11] == 'to_run' then
  redis.call('ZADD', runnable, 0, member)
  expire_not_before(runnable, expires_at)
end
return 'stored'
`,
  taskParts + capacityParts,
);

/** KEYS: record. ARGV: as for a new task up to the bytes, then a token. */
export const replaceTaskScript: StepScript = stepScript(
  `
${readLimits}local version, fence, bytes, token = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[12]), ARGV[13]
local stored = redis.call('HMGET', KEYS[1], 'version', 'fence', 'written_by', 'member', 'lease_ends', 'state')
if not stored[1] then return 'rejected' end
if tonumber(stored[1]) == version and stored[3] == token then return 'replaced' end
-- A smaller fence is rejected, whatever the version (TASK-03).
if tonumber(stored[1]) ~= version - 1 or fence < tonumber(stored[2]) then return 'rejected' end
local member = stored[4]
local owner, old_bytes = size_of(member)
if owner and bytes > old_bytes and not make_room(owner, 0, bytes - old_bytes, limits) then return 'full' end
-- The ended task itself may have been deleted to make room.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'rejected' end
-- A record that is not larger is stored also when Redis is full, for example the failure of a task whose result did not fit.
if owner and bytes <= old_bytes then redis.call('HDEL', KEYS[1], 'written_by') end
redis.call('HSET', KEYS[1], 'record', ARGV[7], 'version', version, 'fence', fence, 'turn', ARGV[10], 'state', ARGV[11], 'written_by', token)
-- A task that waits for input has no lease (TASK-07).
if ARGV[11] ~= 'to_run' then redis.call('HDEL', KEYS[1], 'lease_ends', 'lease_ms') end
if owner and bytes ~= old_bytes then count(member, owner, bytes, bytes - old_bytes) end
if owner and ARGV[11] == 'ended' then
  redis.call('ZADD', ended_key(owner), now, member)
  expire_not_before(ended_key(owner), now + redis.call('PTTL', KEYS[1]))
elseif owner and stored[6] == 'ended' then
  -- A task that runs again is not deleted to make room.
  redis.call('ZREM', ended_key(owner), member)
end
update_indexes(member, ARGV[11], tonumber(stored[5]))
return 'replaced'
`,
  taskParts + capacityParts,
);

/** KEYS: record. ARGV: prefix. */
export const removeTaskScript: StepScript = stepScript(
  `
local member = redis.call('HGET', KEYS[1], 'member')
if not member then return 0 end
redis.call('DEL', KEYS[1])
remove_from_indexes(member)
return 1
`,
  taskParts + capacityParts,
);

/** KEYS: record. ARGV: prefix. */
export const readTaskScript: StepScript = stepScript(`
return redis.call('HMGET', KEYS[1], 'record', 'version', 'fence')
`);

/** KEYS: records. Returns the version of each, or an empty string if it was deleted. */
export const taskVersionsScript: Script = script(`
local versions = {}
for index, key in ipairs(KEYS) do versions[index] = redis.call('HGET', key, 'version') or '' end
return versions
`);

/**
 * KEYS: expiry. ARGV: prefix, digest of the owner, how long ended tasks are stored at least. Returns when the first of the owner's 100
 * oldest tasks can be deleted, or the first of all tasks if the owner has none.
 */
export const roomInScript: Script = script(`${taskParts}
local first
local function consider(time) if time and (not first or tonumber(time) < first) then first = tonumber(time) end end
for _, member in ipairs(redis.call('ZRANGE', owner_key(ARGV[2]), 0, 99)) do consider(redis.call('ZSCORE', expiry, member)) end
local ended = redis.call('ZRANGE', ended_key(ARGV[2]), 0, 0, 'WITHSCORES')
if ended[2] then consider(ended[2] + ARGV[3]) end
if not first then consider(redis.call('ZRANGE', expiry, 0, 0, 'WITHSCORES')[2]) end
return first and math.ceil(first - now)
`);

/** Returns the records of an index after a member, and removes expired tasks from the index. */
const readPage = `
local found, start, limit = {}, ARGV[2], tonumber(ARGV[3])
local index = KEYS[1]
while #found < 3 * limit do
  local members = redis.call('ZRANGEBYLEX', index, start, '+', 'LIMIT', 0, limit - #found / 3)
  if #members == 0 then break end
  for _, member in ipairs(members) do
    local record = redis.call('HMGET', record_key(member), 'record', 'version', 'fence')
    if record[1] then for _, part in ipairs(record) do found[#found + 1] = part end
    else redis.call('ZREM', index, member) end
  end
  start = '(' .. members[#members]
end
return found
`;

/** KEYS: index. ARGV: prefix, start, limit. */
export const taskPageScript: Script = script(`${taskParts}${readPage}`);

/**
 * KEYS: expiry. ARGV: prefix, expiry and member of the last task of the previous page, limit. Returns five parts for each task: text,
 * version, fence, expiry, member. No index has all tasks by age, and tasks with the same TTL expire in the order of their age.
 */
export const allTasksScript: Script = script(`${taskParts}
-- Compares bytes, as the index does. The operator > depends on the locale of Redis.
local function is_after(member, other)
  for index = 1, #member do
    local byte, other_byte = string.byte(member, index), string.byte(other, index)
    if byte ~= other_byte then return not other_byte or byte > other_byte end
  end
  return false
end

local found, after_expiry, after_member, limit = {}, tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local offset = 0
while #found < 5 * limit do
  local members = redis.call('ZRANGEBYSCORE', KEYS[1], after_expiry, '+inf', 'WITHSCORES', 'LIMIT', offset, limit)
  if #members == 0 then break end
  offset = offset + #members / 2
  for index = 1, #members, 2 do
    local member, expires_at = members[index], members[index + 1]
    if #found < 5 * limit and (tonumber(expires_at) > after_expiry or is_after(member, after_member)) then
      local record = redis.call('HMGET', record_key(member), 'record', 'version', 'fence')
      if record[1] then
        for _, part in ipairs({ record[1], record[2], record[3], expires_at, member }) do found[#found + 1] = part end
      end
    end
  end
end
return found
`);

/** How many expired leases each page ends. */
const maxExpiredLeases = 1000;

/** KEYS: runnable. ARGV: as for a page. First ends expired leases. */
export const unfinishedTasksScript: Script = script(`${taskParts}
local function end_lease(member)
  redis.call('ZREM', leased, member)
  if redis.call('EXISTS', record_key(member)) == 1 then update_indexes(member, 'to_run', nil) end
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', leased, '-inf', now, 'LIMIT', 0, ${maxExpiredLeases})) do end_lease(member) end
-- A lease longer than its duration means that the clock was set back.
for _, member in ipairs(redis.call('ZREVRANGE', leased, 0, 99)) do
  local lease = redis.call('HMGET', record_key(member), 'lease_ends', 'lease_ms')
  if lease[1] and lease[1] - now > tonumber(lease[2]) then
    -- The deletion frees memory, so that this succeeds also when Redis is full.
    redis.call('HDEL', record_key(member), 'lease_ends')
    redis.call('HSET', record_key(member), 'lease_ends', now + lease[2])
    redis.call('ZADD', leased, now + lease[2], member)
  end
end
${readPage}`);
