import { askAgainAfter, keptFor, keptForAtMost } from '@toolwire/tasks';

// Of each name of places there are three keys: `taken` has the tasks that have one, of which those count that a worker holds; `asking` those
// that ask for one, by their age; and `asked` the same, by when they have to have asked again.

/** How many that have not asked again are forgotten with each claim. */
const forgottenWithEach = 100;

// The steps of `askAgainAfter` and `keptFor`, which are straight lines: Redis has to know how long it told a task to wait.
const first = askAgainAfter(0, 1);
const each = askAgainAfter(1, 1) - first;
const longest = askAgainAfter(Number.MAX_SAFE_INTEGER, 1);
const patience = keptFor(0);
const perPause = keptFor(1) - patience;

/**
 * Needs what `taskParts` leaves. Leaves `takePlaces(place, at, from)`, which reads pairs of a name and how many there are from ARGV on. It takes one of
 * each, or none, and answers then after how long to ask again.
 */
export const placeParts = `
local function keysOf(name)
  local key = prefix .. 'places:' .. name
  return key .. ':taken', key .. ':asking', key .. ':asked'
end

local function isHeld(place)
  local one = redis.call('HMGET', recordAt(place), 'state', 'until')
  return one[1] == 'to_run' and one[2] and tonumber(one[2]) > now
end

local function countTaken(name, place)
  local taken, count = keysOf(name), 0
  for _, other in ipairs(redis.call('SMEMBERS', taken)) do
    if other ~= place then
      if isHeld(other) then count = count + 1 else redis.call('SREM', taken, other) end
    end
  end
  return count
end

local function askNoMore(name, place)
  local _, asking, asked = keysOf(name)
  redis.call('ZREM', asking, place)
  redis.call('ZREM', asked, place)
end

-- Who has not asked again in time keeps nobody waiting, nor does who seems to ask for too long, as the clock was set back.
local function forgetSilent(name)
  local _, _, asked = keysOf(name)
  for _, range in ipairs({ { '-inf', now }, { now + ${keptForAtMost + 1}, '+inf' } }) do
    for _, other in ipairs(redis.call('ZRANGEBYSCORE', asked, range[1], range[2], 'LIMIT', 0, ${forgottenWithEach})) do
      askNoMore(name, other)
    end
  end
end

-- Whether so many older ones ask as well; those are passed over that are not to run any more.
local function asksBefore(name, place, most)
  local _, asking = keysOf(name)
  while true do
    local older = redis.call('ZRANGEBYLEX', asking, '-', '(' .. place, 'LIMIT', 0, most)
    if #older < most then return false end
    local ended = 0
    for _, other in ipairs(older) do
      if redis.call('HGET', recordAt(other), 'state') ~= 'to_run' then
        askNoMore(name, other)
        ended = ended + 1
      end
    end
    if ended == 0 then return true end
  end
end

local function ask(name, place, at, keptUntil)
  local _, asking, asked = keysOf(name)
  redis.call('ZADD', asking, 0, place)
  redis.call('ZADD', asked, keptUntil, place)
  keepUntil(asking, at)
  keepUntil(asked, at)
end

-- A script that Redis did not know is told so by one more value, behind the pairs.
local lastPlace = #ARGV - 1

local function takePlaces(place, at, from)
  for index = from, lastPlace, 2 do
    local name, most = ARGV[index], tonumber(ARGV[index + 1])
    forgetSilent(name)
    local left = most - countTaken(name, place)
    if left <= 0 or asksBefore(name, place, left) then
      local _, asking = keysOf(name)
      local ahead = redis.call('ZLEXCOUNT', asking, '-', '(' .. place)
      local again = math.min(${longest}, ${first} + ${each} * ahead / most)
      -- It keeps its turn where it has come through, and takes nobody's where it does not get as far yet.
      for each = from, lastPlace, 2 do
        if each <= index then ask(ARGV[each], place, at, now + ${patience} + ${perPause} * again)
        else askNoMore(ARGV[each], place) end
      end
      return math.ceil(again)
    end
  end
  for index = from, lastPlace, 2 do
    local taken = keysOf(ARGV[index])
    askNoMore(ARGV[index], place)
    redis.call('SADD', taken, place)
    keepUntil(taken, at)
  end
end
`;
