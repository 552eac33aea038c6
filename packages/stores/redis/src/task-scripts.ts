import { type Script, type StepScript, script, stepScript } from './script.ts';
import { roomParts, taskParts } from './task-script-parts.ts';

/** How many tasks that have lived their time are forgotten with each new one: more than one, so that they do not pile up. */
const forgottenWithEach = 4;

/** What is the same for all records: the prefix, who is nobody in particular, the most tasks of all and of an owner, the most bytes of all and of an owner. */
const limitParts = `
-- Nobody in particular has the whole.
local function limitsOf(owner)
  if owner == ARGV[2] then return { ARGV[3], ARGV[3], ARGV[5], ARGV[5] } end
  return { ARGV[3], ARGV[4], ARGV[5], ARGV[6] }
end
`;

/** KEYS: the record. ARGV: what is the same for all, text, version, fence, turn, state, bytes, the owner's digest, place, how long to keep it. */
export const createTaskScript: StepScript = stepScript(`${taskParts}${roomParts}${limitParts}
local bytes, owner, place, at = tonumber(ARGV[12]), ARGV[13], ARGV[14], now + ARGV[15]
-- By this step, whose answer was lost, or by another: it stays as it is.
if redis.call('EXISTS', KEYS[1]) == 1 then return 'kept' end
forgetLapsed(${forgottenWithEach})
if not makeRoom(owner, 1, bytes, limitsOf(owner)) then return 'full' end
redis.call('HSET', KEYS[1], 'text', ARGV[7], 'version', ARGV[8], 'fence', ARGV[9], 'turn', ARGV[10], 'state', ARGV[11], 'place', place)
redis.call('PEXPIREAT', KEYS[1], at)
count(place, owner, bytes, bytes)
redis.call('ZADD', ends, at, place)
redis.call('ZADD', listOf(owner), 0, place)
for _, key in ipairs({ ends, sizes, taken, listOf(owner) }) do keepUntil(key, at) end
arrange(place, ARGV[11], nil, at)
return 'kept'
`);

/** KEYS: the record. ARGV: as for a new one, up to the bytes, and a token. */
export const replaceTaskScript: StepScript = stepScript(`${taskParts}${roomParts}${limitParts}
local version, fence, bytes, token = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[12]), ARGV[13]
local kept = redis.call('HMGET', KEYS[1], 'version', 'fence', 'by', 'place', 'until')
if not kept[1] then return 'refused' end
if tonumber(kept[1]) == version and kept[3] == token then return 'put' end
-- TASK-03: less than the fence that is kept is refused, by whatever version.
if tonumber(kept[1]) ~= version - 1 or fence < tonumber(kept[2]) then return 'refused' end
local place = kept[4]
local owner, had = sizeOf(place)
if owner and bytes > had and not makeRoom(owner, 0, bytes - had, limitsOf(owner)) then return 'full' end
-- What takes no more room than before is kept also where Redis is full, such as that there is no room for a result.
if owner and bytes <= had then redis.call('HDEL', KEYS[1], 'by') end
redis.call('HSET', KEYS[1], 'text', ARGV[7], 'version', version, 'fence', fence, 'turn', ARGV[10], 'state', ARGV[11], 'by', token)
-- TASK-07: who parks a task has given it back.
if ARGV[11] ~= 'to_run' then redis.call('HDEL', KEYS[1], 'until', 'lease') end
if owner then count(place, owner, bytes, bytes - had) end
arrange(place, ARGV[11], tonumber(kept[5]), now + redis.call('PTTL', KEYS[1]))
return 'put'
`);

/** KEYS: the record. ARGV: prefix. */
export const removeTaskScript: StepScript = stepScript(`${taskParts}${roomParts}
local place = redis.call('HGET', KEYS[1], 'place')
if not place then return 0 end
redis.call('DEL', KEYS[1])
forget(place)
return 1
`);

/** KEYS: the record. ARGV: prefix. */
export const readTaskScript: StepScript = stepScript(`
return redis.call('HMGET', KEYS[1], 'text', 'version', 'fence')
`);

/** KEYS: the records. Answers the version of each, and nothing for those that are gone. */
export const newsOfTasksScript: Script = script(`
local versions = {}
for index, key in ipairs(KEYS) do versions[index] = redis.call('HGET', key, 'version') or '' end
return versions
`);

/** Adds to `found` what there is after `from` in an index, and takes out of the index what has lived its time. */
const page = `
local found, from, most = {}, ARGV[2], tonumber(ARGV[3])
local index = KEYS[1]
while #found < 3 * most do
  local places = redis.call('ZRANGEBYLEX', index, from, '+', 'LIMIT', 0, most - #found / 3)
  if #places == 0 then break end
  for _, place in ipairs(places) do
    local record = redis.call('HMGET', recordAt(place), 'text', 'version', 'fence')
    if record[1] then for _, part in ipairs(record) do found[#found + 1] = part end
    else redis.call('ZREM', index, place) end
  end
  from = '(' .. places[#places]
end
return found
`;

/** KEYS: an index by place. ARGV: prefix, where to begin, how many at most. */
export const pageOfTasksScript: Script = script(`${taskParts}${page}`);

/**
 * KEYS: all tasks by when they are forgotten. ARGV: prefix, when and where the page before ended, how many at most. Answers, for each, a record and
 * where it stands. Nothing keeps them by their age, and what is kept equally long is forgotten in its order.
 */
export const allTasksScript: Script = script(`${taskParts}
local found, from, after, most = {}, tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local offset = 0
while #found < 5 * most do
  local places = redis.call('ZRANGEBYSCORE', KEYS[1], from, '+inf', 'WITHSCORES', 'LIMIT', offset, most)
  if #places == 0 then break end
  offset = offset + #places / 2
  for index = 1, #places, 2 do
    local place, at = places[index], places[index + 1]
    if #found < 5 * most and (tonumber(at) > from or place > after) then
      local record = redis.call('HMGET', recordAt(place), 'text', 'version', 'fence')
      if record[1] then
        for _, part in ipairs({ record[1], record[2], record[3], at, place }) do found[#found + 1] = part end
      end
    end
  end
end
return found
`);

/** How many leases are looked at with each page. */
const looksAtOnce = 1000;

/** KEYS: the tasks that nobody holds. ARGV: as for a page. First those join them whose leases have lapsed. */
export const unfinishedTasksScript: Script = script(`${taskParts}
local function freeUp(place)
  redis.call('ZREM', held, place)
  local left = redis.call('PTTL', recordAt(place))
  if left > 0 then arrange(place, 'to_run', nil, now + left) end
end
for _, place in ipairs(redis.call('ZRANGEBYSCORE', held, '-inf', now, 'LIMIT', 0, ${looksAtOnce})) do freeUp(place) end
-- Those that seem to be held for longer than they were given for: the clock was set back.
for _, place in ipairs(redis.call('ZREVRANGE', held, 0, 99)) do
  local lease = redis.call('HMGET', recordAt(place), 'until', 'lease')
  if lease[1] and lease[1] - now > tonumber(lease[2]) then
    redis.call('HDEL', recordAt(place), 'until')
    redis.call('HSET', recordAt(place), 'until', now + lease[2])
    redis.call('ZADD', held, now + lease[2], place)
  end
end
${page}`);
