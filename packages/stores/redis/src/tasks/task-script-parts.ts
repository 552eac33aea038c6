import { readClock } from '../connection/script.ts';

// A task is a hash: `record`, its text; `version` and `fence`, which a claim changes only here; `turn`; `state`, which is to_run, waiting or
// ended; `member`, its member in the indexes (`memberOf` in task-keys.ts): 16 hex digits of its age, then the digest of its ID, which is
// also in its key; `lease_ends`, which is missing if no worker has the task; `lease_ms`, the duration of the
// lease. `written_by` and `claimed_by` are the tokens of the last change and claim: a retry after a lost response gets the same result.
//
// The indexes are `runnable`, the tasks without a worker; `leased`, the others by the end of their lease; `expiry`, all tasks by their
// expiry; `owner:…` and `ended:…`, the tasks of an owner. `sizes` has the owner and size of each task, also after its hash has expired.
// `usage` has the bytes of each owner, and in total (`all`), and the time until which these three exist.
//
// When Redis is full, a script fails at its first write that needs memory, and never later. An operation that may fail therefore begins
// with such a write, and one that must succeed begins with a write that frees memory. All keys share a prefix, and so a hash slot.

/** ARGV[1] is the prefix. Sets `now` and the keys of the indexes, and defines `update_indexes`. */
export const taskParts = `${readClock}
local prefix = ARGV[1]
local runnable, leased = prefix .. 'runnable', prefix .. 'leased'
local expiry, sizes, usage = prefix .. 'expiry', prefix .. 'sizes', prefix .. 'usage'

local function record_key(member) return prefix .. 'record:' .. string.sub(member, 17) end
local function owner_key(owner) return prefix .. 'owner:' .. owner end
local function ended_key(owner) return prefix .. 'ended:' .. owner end

-- An index expires a little after its last task, so that not every new task extends it.
local function expire_not_before(key, time)
  if redis.call('PTTL', key) < time - now then redis.call('PEXPIREAT', key, time + math.floor((time - now) / 8)) end
end

local function move_to(index, score, member, other)
  -- A member that the index has already is not in the other one.
  if redis.call('ZADD', index, score, member) == 0 then return end
  redis.call('ZREM', other, member)
  expire_not_before(index, now + redis.call('PTTL', record_key(member)))
end

local function update_indexes(member, state, lease_ends)
  if state ~= 'to_run' then
    if redis.call('ZREM', leased, member) == 0 then redis.call('ZREM', runnable, member) end
  elseif lease_ends then move_to(leased, lease_ends, member, runnable)
  else move_to(runnable, 0, member, leased) end
end
`;

/** Defines how tasks are counted, and how expired and old ended tasks are deleted to make room. */
export const capacityParts = `
local function size_of(member)
  local size = redis.call('HGET', sizes, member)
  if not size then return end
  local owner, bytes = string.match(size, '^(%S+) (%d+)$')
  return owner, tonumber(bytes)
end

local function count(member, owner, bytes, added)
  redis.call('HINCRBY', usage, owner, added)
  redis.call('HINCRBY', usage, 'all', added)
  redis.call('HSET', sizes, member, owner .. ' ' .. bytes)
end

local function remove_from_indexes(member)
  local owner, bytes = size_of(member)
  redis.call('ZREM', runnable, member)
  redis.call('ZREM', leased, member)
  if owner then
    redis.call('ZREM', owner_key(owner), member)
    redis.call('ZREM', ended_key(owner), member)
    if redis.call('HINCRBY', usage, owner, -bytes) <= 0 then redis.call('HDEL', usage, owner) end
    redis.call('HDEL', sizes, member)
    if redis.call('HINCRBY', usage, 'all', -bytes) <= 0 then redis.call('DEL', usage) end
  end
  redis.call('ZREM', expiry, member)
end

-- The counts exist as long as any task, and one field has the time until which they do.
local function keep_counts(expires_at)
  if (tonumber(redis.call('HGET', usage, 'expires_at')) or 0) >= expires_at then return end
  local later = expires_at + math.floor((expires_at - now) / 8)
  redis.call('HSET', usage, 'expires_at', later)
  for _, key in ipairs({ expiry, sizes, usage }) do expire_not_before(key, later) end
end

local function remove_expired(limit)
  local expired = redis.call('ZRANGEBYSCORE', expiry, '-inf', now, 'LIMIT', 0, limit)
  for _, member in ipairs(expired) do remove_from_indexes(member) end
  return #expired
end

local function make_room(owner, tasks, bytes, limits)
  local function fits()
    local used = redis.call('HMGET', usage, 'all', owner)
    return (tonumber(used[1]) or 0) + bytes <= tonumber(limits[3])
      and (tonumber(used[2]) or 0) + bytes <= tonumber(limits[4])
      and (tasks == 0 or redis.call('ZCARD', expiry) + tasks <= tonumber(limits[1]))
      and (tasks == 0 or redis.call('ZCARD', owner_key(owner)) + tasks <= tonumber(limits[2]))
  end
  repeat
    if fits() then return true end
  until remove_expired(1000) == 0
  -- The oldest ended tasks of the same owner, a few at a time.
  while not fits() do
    local ended = redis.call('ZRANGEBYSCORE', ended_key(owner), '-inf', now - limits[5], 'LIMIT', 0, 10)
    if #ended == 0 then return false end
    for _, member in ipairs(ended) do
      redis.call('DEL', record_key(member))
      remove_from_indexes(member)
      -- Again, for a member without an entry in sizes, with which this loop would never end.
      redis.call('ZREM', ended_key(owner), member)
    end
  end
  return true
end
`;
