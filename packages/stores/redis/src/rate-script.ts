import { type Script, script } from './script.ts';

/**
 * KEYS: the window. ARGV: cost, limit, length of the window, how long calls share a moment.
 *
 * The calls of the last window by the moment they began, as a list of `began:last:calls`. It is exact for limits of up to 64. Above,
 * calls within a 64th of the window count as if they had all begun with the last of them, so that no list is longer than that.
 *
 * Where the clock has jumped back, calls that lie ahead of it count as of now: nobody waits for longer than a window.
 */
export const takeScript: Script = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local cost, limit, window, share = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local function text(moment) return string.format('%.0f:%.0f:%.0f', moment.began, moment.last, moment.count) end

local moments, calls, ahead = {}, 0, false
for _, line in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local began, last, count = string.match(line, '^(%d+):(%d+):(%d+)$')
  began, last = tonumber(began), tonumber(last)
  ahead = ahead or last > now
  if last + window > now then
    moments[#moments + 1] = { began = math.min(began, now), last = math.min(last, now), count = tonumber(count) }
    calls = calls + count
  else
    redis.call('LPOP', KEYS[1])
  end
end

if ahead then
  redis.call('DEL', KEYS[1])
  for _, moment in ipairs(moments) do redis.call('RPUSH', KEYS[1], text(moment)) end
  redis.call('PEXPIRE', KEYS[1], math.ceil(window))
end

local excess = calls + cost - limit
if excess > 0 then
  for _, moment in ipairs(moments) do
    excess = excess - moment.count
    if excess <= 0 then return math.ceil(moment.last + window - now) end
  end
end

local newest = moments[#moments]
if newest and now - newest.began < share then
  redis.call('LSET', KEYS[1], -1, text({ began = newest.began, last = now, count = newest.count + cost }))
else
  redis.call('RPUSH', KEYS[1], text({ began = now, last = now, count = cost }))
end
redis.call('PEXPIRE', KEYS[1], math.ceil(window))
return 0
`);
