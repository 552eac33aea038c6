import { clock } from './memory-script.ts';

// A task is a hash: its `text`, and beside it the version and the fence, which a claim changes there alone; its `turn`; its `state`, which is to_run, waiting or
// ended; its `place` in the indexes. `until` is when its lease ends, and is not there where nobody has it; `lease` is how long that was
// given for. `born`, `by` and `claimant` are tokens of who has made, last replaced and last claimed it: who asks again because an answer
// was lost is told what it was.
//
// `free` and `held` are the tasks that are to run, those that are held by the end of their lease. `ends` has all, by when they are
// forgotten; `sizes` whose each is and what it takes, which outlives it; `taken` what those of each owner take, and `all`.
//
// Where Redis is full, a script fails if its first write needs room, and never later. So what is to be refused then begins with such a
// write, and what is to work in any case with one that gives room back. All keys begin with one prefix, and so with one hash tag.

/** ARGV[1] is the prefix. Leaves `now`, the indexes, and what takes a task out of them. */
export const taskParts = `${clock}
local prefix = ARGV[1]
local free, held = prefix .. 'free', prefix .. 'held'
local ends, sizes, taken = prefix .. 'ends', prefix .. 'sizes', prefix .. 'taken'

local function recordAt(place) return prefix .. 'record:' .. string.sub(place, 17) end
local function listOf(owner) return prefix .. 'owner:' .. owner end

-- An index lives as long as what is in it.
local function keepUntil(key, at)
  if redis.call('PTTL', key) < at - now then redis.call('PEXPIREAT', key, at) end
end

local function arrange(place, state, leaseEnds, at)
  if state ~= 'to_run' then
    redis.call('ZREM', free, place)
    redis.call('ZREM', held, place)
  elseif leaseEnds then
    redis.call('ZADD', held, leaseEnds, place)
    keepUntil(held, at)
    redis.call('ZREM', free, place)
  else
    redis.call('ZADD', free, 0, place)
    keepUntil(free, at)
    redis.call('ZREM', held, place)
  end
end
`;

/** Leaves what counts how much tasks take, and forgets those that have lived their time. */
export const roomParts = `
local function sizeOf(place)
  local size = redis.call('HGET', sizes, place)
  if not size then return end
  local owner, bytes = string.match(size, '^(%S+) (%d+)$')
  return owner, tonumber(bytes)
end

local function count(place, owner, bytes, more)
  redis.call('HINCRBY', taken, owner, more)
  redis.call('HINCRBY', taken, 'all', more)
  redis.call('HSET', sizes, place, owner .. ' ' .. bytes)
end

local function forget(place)
  local owner, bytes = sizeOf(place)
  redis.call('ZREM', free, place)
  redis.call('ZREM', held, place)
  if owner then
    redis.call('ZREM', listOf(owner), place)
    if redis.call('HINCRBY', taken, owner, -bytes) <= 0 then redis.call('HDEL', taken, owner) end
    redis.call('HINCRBY', taken, 'all', -bytes)
    redis.call('HDEL', sizes, place)
  end
  redis.call('ZREM', ends, place)
end

local function forgetLapsed(most)
  local lapsed = redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, most)
  for _, place in ipairs(lapsed) do forget(place) end
  return #lapsed
end

local function makeRoom(owner, tasks, bytes, limits)
  local function fits()
    return redis.call('ZCARD', ends) + tasks <= tonumber(limits[1])
      and redis.call('ZCARD', listOf(owner)) + tasks <= tonumber(limits[2])
      and (tonumber(redis.call('HGET', taken, 'all')) or 0) + bytes <= tonumber(limits[3])
      and (tonumber(redis.call('HGET', taken, owner)) or 0) + bytes <= tonumber(limits[4])
  end
  repeat
    if fits() then return true end
  until forgetLapsed(1000) == 0
  return false
end
`;
