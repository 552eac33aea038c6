import { maxSlotReservationMs, slotReservationMs, slotRetryMs } from '@toolwire/tasks';

// Each slot name has three keys: `held` has the tasks with a slot, which counts while a worker has the task; `waiting` has the tasks that
// wait for one, by age; `waits_until` has the same tasks by the time until which they must claim again.

/** How many tasks that stopped claiming are removed with each claim. */
const removedWithEach = 100;

// slotRetryMs and slotReservationMs are linear, and Redis must compute them.
const firstRetryMs = slotRetryMs(0, 1);
const retryMsPerTask = slotRetryMs(1, 1) - firstRetryMs;
const maxRetryMs = slotRetryMs(Number.MAX_SAFE_INTEGER, 1);
const firstReservationMs = slotReservationMs(0);
const reservationPerRetryMs = slotReservationMs(1) - firstReservationMs;

/**
 * Needs `taskParts`. Defines functions that read names and limits in turn from ARGV. `claim_slots` claims all of the slots, or none
 * and returns after how long to retry. `can_retake_slots` and `hold_slots` are for a renewal.
 */
export const slotParts = `
local function slot_keys(name)
  local key = prefix .. 'slots:' .. name
  return key .. ':held', key .. ':waiting', key .. ':waits_until'
end

local function has_worker(member)
  local task = redis.call('HMGET', record_key(member), 'state', 'lease_ends')
  return task[1] == 'to_run' and task[2] and tonumber(task[2]) > now
end

-- Drops slots of tasks without a worker, and counts the others.
local function drop_lost_and_count_held(name, member)
  local held, count = slot_keys(name), 0
  for _, other in ipairs(redis.call('SMEMBERS', held)) do
    if other ~= member then
      if has_worker(other) then count = count + 1 else redis.call('SREM', held, other) end
    end
  end
  return count
end

local function stop_waiting(name, member)
  local _, waiting, waits_until = slot_keys(name)
  redis.call('ZREM', waiting, member)
  redis.call('ZREM', waits_until, member)
end

-- Removes tasks that did not claim again in time, or whose time is too far in the future because the clock was set back.
local function remove_silent(name)
  local _, _, waits_until = slot_keys(name)
  for _, range in ipairs({ { '-inf', now }, { now + ${maxSlotReservationMs + 1}, '+inf' } }) do
    for _, other in ipairs(redis.call('ZRANGEBYSCORE', waits_until, range[1], range[2], 'LIMIT', 0, ${removedWithEach})) do
      stop_waiting(name, other)
    end
  end
end

-- Whether older tasks wait for all the free slots. Removes tasks that no worker may run.
local function is_behind(name, member, free)
  local _, waiting = slot_keys(name)
  while true do
    local older = redis.call('ZRANGEBYLEX', waiting, '-', '(' .. member, 'LIMIT', 0, free)
    if #older < free then return false end
    local removed = 0
    for _, other in ipairs(older) do
      if redis.call('HGET', record_key(other), 'state') ~= 'to_run' then
        stop_waiting(name, other)
        removed = removed + 1
      end
    end
    if removed == 0 then return true end
  end
end

local function start_waiting(name, member, expires_at, wait_ends)
  local _, waiting, waits_until = slot_keys(name)
  redis.call('ZADD', waiting, 0, member)
  redis.call('ZADD', waits_until, wait_ends, member)
  expire_not_before(waiting, expires_at)
  expire_not_before(waits_until, expires_at)
end

-- After the pairs there may be one more value, "unknown" (see connection.ts). Loops with a step of 2 stop before it, because "#ARGV - 1" is
-- then the index of the last limit.
local loop_end = #ARGV - 1

local function hold_slots(member, expires_at, from)
  for index = from, loop_end, 2 do
    local held = slot_keys(ARGV[index])
    stop_waiting(ARGV[index], member)
    redis.call('SADD', held, member)
    expire_not_before(held, expires_at)
  end
end

local function claim_slots(member, expires_at, from)
  for index = from, loop_end, 2 do
    local name, limit = ARGV[index], tonumber(ARGV[index + 1])
    remove_silent(name)
    local free = limit - drop_lost_and_count_held(name, member)
    if free <= 0 or is_behind(name, member, free) then
      local _, waiting = slot_keys(name)
      local ahead = redis.call('ZLEXCOUNT', waiting, '-', '(' .. member)
      local retry_ms = math.min(${maxRetryMs}, ${firstRetryMs} + ${retryMsPerTask} * ahead / limit)
      -- The task waits for the names up to this one, and not yet for the later ones.
      for each = from, loop_end, 2 do
        if each <= index then start_waiting(ARGV[each], member, expires_at, now + ${firstReservationMs} + ${reservationPerRetryMs} * retry_ms)
        else stop_waiting(ARGV[each], member) end
      end
      return math.ceil(retry_ms)
    end
  end
  hold_slots(member, expires_at, from)
end

-- Whether a task still has all its slots, or could take free ones. Writes nothing that needs memory.
local function can_retake_slots(member, from)
  for index = from, loop_end, 2 do
    local held = slot_keys(ARGV[index])
    local has_slot = redis.call('SISMEMBER', held, member) == 1
    if not has_slot and drop_lost_and_count_held(ARGV[index], member) >= tonumber(ARGV[index + 1]) then return false end
  end
  return true
end
`;
