import { type StepScript, stepScript } from './script.ts';
import { placeParts } from './task-place-script.ts';
import { taskParts } from './task-script-parts.ts';

const claim = (parts: string, takes: string): StepScript =>
  stepScript(`${taskParts}${parts}
local token, lease = ARGV[2], tonumber(ARGV[4])
local kept = redis.call('HMGET', KEYS[1], 'version', 'fence', 'turn', 'state', 'place', 'until', 'lease', 'claimant', 'lost', 'text')
if kept[4] ~= 'to_run' or kept[3] ~= ARGV[3] then return { 'over' } end
local leaseEnds, given = tonumber(kept[6]), tonumber(kept[7])
local at = now + redis.call('PTTL', KEYS[1])
if leaseEnds and leaseEnds > now then
  if kept[8] == token then return { 'claimed', kept[1], kept[2], kept[9], kept[10] } end
  -- TASK-11: a clock that was set back makes nobody wait for longer than a lease.
  if leaseEnds - now > given then
    leaseEnds = now + given
    redis.call('HDEL', KEYS[1], 'until')
    redis.call('HSET', KEYS[1], 'until', leaseEnds)
    arrange(kept[5], 'to_run', leaseEnds, at)
  end
  return { 'held', leaseEnds - now }
end
${takes}
-- TASK-02: each claim is one more than all before it.
local version, fence, lost = kept[1] + 1, kept[2] + 1, leaseEnds and 1 or 0
redis.call('HSET', KEYS[1], 'version', version, 'fence', fence, 'until', now + lease, 'lease', lease, 'claimant', token, 'lost', lost)
arrange(kept[5], 'to_run', now + lease, at)
return { 'claimed', version, fence, lost, kept[10] }
`);

/** KEYS: the record. ARGV: prefix, token, turn, lease. Judges as `judgeClaim` does. */
export const claimTaskScript: StepScript = claim('', '');

/** The same, where it gets places as well. ARGV goes on with a name and how many there are of it, for each. */
export const claimWithPlacesScript: StepScript = claim(
  placeParts,
  `local busyFor = takePlaces(kept[5], at, 5)
if busyFor then return { 'busy', busyFor } end`,
);

/** KEYS: the record. ARGV: prefix, fence, lease. */
export const renewTaskScript: StepScript = stepScript(`${taskParts}
local kept = redis.call('HMGET', KEYS[1], 'fence', 'state', 'place')
if kept[1] ~= ARGV[2] or kept[2] == 'ended' then return 0 end
redis.call('HDEL', KEYS[1], 'until')
redis.call('HSET', KEYS[1], 'until', now + ARGV[3], 'lease', ARGV[3])
arrange(kept[3], kept[2], now + ARGV[3], now + redis.call('PTTL', KEYS[1]))
return 1
`);

/** KEYS: the record. ARGV: prefix, fence. */
export const releaseTaskScript: StepScript = stepScript(`${taskParts}
local kept = redis.call('HMGET', KEYS[1], 'fence', 'state', 'place')
if kept[1] ~= ARGV[2] then return end
redis.call('HDEL', KEYS[1], 'until', 'lease')
arrange(kept[3], kept[2], nil, now + redis.call('PTTL', KEYS[1]))
`);
