import { type Script, script } from './script.ts';

/**
 * KEYS: the window. ARGV: cost, limit, length of the window, how long calls share a moment.
 *
 * The calls of the last window by the moment they began, as a list of `began:last:calls`. It is exact for limits of up to 64. Above,
 * calls within a 64th of the window count as if they had all begun with the last of them, so that no list is longer than that.
 */
export const takeScript: Script = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local cost, limit, window, share = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local moments, calls = {}, 0
for _, text in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local began, last, count = string.match(text, '^(%d+):(%d+):(%d+)$')
  if tonumber(last) + window > now then
    moments[#moments + 1] = { began = tonumber(began), last = tonumber(last), count = tonumber(count) }
    calls = calls + count
  else
    redis.call('LPOP', KEYS[1])
  end
end

local excess = calls + cost - limit
if excess > 0 then
  for _, moment in ipairs(moments) do
    excess = excess - moment.count
    if excess <= 0 then return math.ceil(moment.last + window - now) end
  end
end

local newest = moments[#moments]
local function text(began, count) return string.format('%.0f:%.0f:%.0f', began, now, count) end
if newest and now - newest.began < share then
  redis.call('LSET', KEYS[1], -1, text(newest.began, newest.count + cost))
else
  redis.call('RPUSH', KEYS[1], text(now, cost))
end
redis.call('PEXPIRE', KEYS[1], math.ceil(window))
return 0
`);
