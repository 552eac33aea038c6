// All times are those of Redis, so the clocks of the servers don't matter.
//
// The heartbeat is a hash. `seen_at` is the time of the last claim, renewal or readiness check, up to an eighth of a lease old, so that not
// every claim writes it. Owners renew their claims three times per lease, and a third and an eighth are less than half. So a gap of half a
// lease means that they could not reach Redis, or that the clock jumped forward. They then get a full lease, from `reachable_since` on. If
// the clock jumps back, `clock_offset` makes up for it: time may stand still for a moment, but must not go back, because the leases of
// crashed owners would last until it has caught up.

/** Needs `now`, `lease` and `heartbeat`, the key. Sets `reachable_since`, and makes `now` monotonic. */
export const beat = `
local beats = redis.call('HMGET', heartbeat, 'seen_at', 'reachable_since', 'clock_offset')
local seen_at, reachable_since, clock_offset = tonumber(beats[1]), tonumber(beats[2]), tonumber(beats[3]) or 0
now = now + clock_offset
if seen_at and now < seen_at then
  redis.pcall('HSET', heartbeat, 'clock_offset', clock_offset + seen_at - now)
  now = seen_at
end
if seen_at and now - seen_at > lease / 8 then
  if now - seen_at > lease / 2 then reachable_since = now end
  redis.pcall('HSET', heartbeat, 'seen_at', now, 'reachable_since', reachable_since)
end
`;
