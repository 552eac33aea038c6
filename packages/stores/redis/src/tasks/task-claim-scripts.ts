import { type StepScript, stepScript } from '../connection/script.ts';
import { taskParts } from './task-script-parts.ts';
import { slotParts } from './task-slot-script.ts';

const claim = (parts: string, claimSlots: string): StepScript =>
  stepScript(
    `${parts}
local token, lease_ms = ARGV[2], tonumber(ARGV[4])
local stored = redis.call('HMGET', KEYS[1], 'version', 'fence', 'turn', 'state', 'member', 'lease_ends', 'lease_ms', 'claimed_by', 'lost', 'record')
if stored[4] ~= 'to_run' or stored[3] ~= ARGV[3] then return { 'over' } end
local lease_ends, old_lease_ms = tonumber(stored[6]), tonumber(stored[7])
if lease_ends and lease_ends > now then
  if stored[8] == token then return { 'claimed', stored[1], stored[2], stored[9], stored[10] } end
  -- After a clock was set back, no worker waits longer than a lease (TASK-11).
  if lease_ends - now > old_lease_ms then
    lease_ends = now + old_lease_ms
    redis.call('HDEL', KEYS[1], 'lease_ends')
    redis.call('HSET', KEYS[1], 'lease_ends', lease_ends)
    update_indexes(stored[5], 'to_run', lease_ends)
  end
  return { 'held', lease_ends - now }
end
${claimSlots}
-- Each claim increments the fence (TASK-02).
local version, fence, lost = stored[1] + 1, stored[2] + 1, lease_ends and 1 or 0
redis.call('HSET', KEYS[1], 'version', version, 'fence', fence, 'lease_ends', now + lease_ms, 'lease_ms', lease_ms, 'claimed_by', token, 'lost', lost)
update_indexes(stored[5], 'to_run', now + lease_ms)
return { 'claimed', version, fence, lost, stored[10] }
`,
    taskParts,
  );

/** KEYS: record. ARGV: prefix, token, turn, lease. Same results as `judgeClaim`. */
export const claimTaskScript: StepScript = claim('', '');

/** The same with slots. ARGV continues with the name and the limit of each. */
export const claimWithSlotsScript: StepScript = claim(
  slotParts,
  `local busy_ms = claim_slots(stored[5], now + redis.call('PTTL', KEYS[1]), 5)
if busy_ms then return { 'busy', busy_ms } end`,
);

const renew = (parts: string, checkSlots: string, holdSlots: string): StepScript =>
  stepScript(
    `${parts}
local stored = redis.call('HMGET', KEYS[1], 'fence', 'state', 'member')
if stored[1] ~= ARGV[2] or stored[2] == 'ended' then return 0 end
${checkSlots}
redis.call('HDEL', KEYS[1], 'lease_ends')
redis.call('HSET', KEYS[1], 'lease_ends', now + ARGV[3], 'lease_ms', ARGV[3])
update_indexes(stored[3], stored[2], now + ARGV[3])
${holdSlots}
return 1
`,
    taskParts,
  );

/** KEYS: record. ARGV: prefix, fence, lease. */
export const renewTaskScript: StepScript = renew('', '', '');

/** The same with slots. ARGV continues with the name and the limit of each. */
export const renewWithSlotsScript: StepScript = renew(
  slotParts,
  'if not can_retake_slots(stored[3], 4) then return 0 end',
  "hold_slots(stored[3], now + redis.call('PTTL', KEYS[1]), 4)",
);

/** KEYS: record. ARGV: prefix, fence. */
export const releaseTaskScript: StepScript = stepScript(
  `
local stored = redis.call('HMGET', KEYS[1], 'fence', 'state', 'member')
if stored[1] ~= ARGV[2] then return end
redis.call('HDEL', KEYS[1], 'lease_ends', 'lease_ms')
update_indexes(stored[3], stored[2], nil)
`,
  taskParts,
);

/** KEYS: record. ARGV: prefix, token. Undoes this claim, as if it had never been made: an expired lease before it is expired again. */
export const undoClaimScript: StepScript = stepScript(
  `
local stored = redis.call('HMGET', KEYS[1], 'claimed_by', 'state', 'version', 'fence', 'member', 'lost')
if stored[1] ~= ARGV[2] or stored[2] ~= 'to_run' then return end
local lease_ends = stored[6] == '1' and now or nil
redis.call('HDEL', KEYS[1], 'claimed_by', 'lease_ends')
redis.call('HSET', KEYS[1], 'version', stored[3] + 1, 'fence', stored[4] - 1)
if lease_ends then redis.call('HSET', KEYS[1], 'lease_ends', lease_ends) end
update_indexes(stored[5], 'to_run', lease_ends)
`,
  taskParts,
);
