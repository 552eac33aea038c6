import { infoPart } from '../connection/configuration.ts';
import { readClock, type Script, script } from '../connection/script.ts';
import { beat } from './heartbeat-script.ts';

// The heartbeat hash exists as long as Redis has lost nothing. Without it, Redis is new or has lost everything, and a new `generation`
// begins. After a restart (another `run_id`) without an append-only file, or if a replica took over (its previous `master_replid` is
// the stored one), Redis may have lost the latest writes. In each case it grants no claim for one lease after `generation_began` (`doubt`
// is `new` or `lost`), in which the owners of running work renew their claims. `inspected_at` is when the configuration was last read,
// which costs more than a claim.

/** How long the configuration of Redis is cached. */
const inspectIntervalMs = 10_000;

/**
 * KEYS: heartbeat. ARGV: lease, the generation that this process knows, an ID for a new generation, 1 to trust an empty Redis, 1 to
 * accept eviction. Needs `now` and `inspect`, which forces an inspection. Sets `lease`, `reachable_since`, `generation`, and for how long
 * no claim is granted (`closed_ms`) because of `doubt`. Returns from the script if Redis may evict keys.
 */
export const detectDataLoss = `
local heartbeat, lease, known_generation = KEYS[1], tonumber(ARGV[1]), ARGV[2]
${beat}
local stored = redis.call('HMGET', heartbeat, 'generation', 'generation_began', 'doubt', 'inspected_at', 'run_id', 'policy',
  'replid')
local generation, generation_began, doubt = stored[1], tonumber(stored[2]), stored[3]
local inspected_at, policy = tonumber(stored[4]), stored[6]

${infoPart}
local function may_evict() return ARGV[5] ~= '1' and policy ~= '' and policy ~= 'noeviction' end

if inspect or not generation or not inspected_at or now - inspected_at >= ${inspectIntervalMs} or may_evict() then
  local run_id = info('server', 'run_id')
  local has_new_process = run_id ~= '' and run_id ~= stored[5]
  local restarted = has_new_process and info('persistence', 'aof_enabled') ~= '1'
  local promoted = has_new_process and stored[7] and info('replication', 'master_replid2') == stored[7]
  if not generation or restarted or promoted then
    doubt = generation and 'lost' or 'new'
    generation, generation_began, reachable_since = ARGV[3], now, now
    redis.call('HSET', heartbeat, 'generation', generation, 'generation_began', generation_began, 'doubt', doubt,
      'seen_at', now, 'reachable_since', reachable_since)
  end
  policy = info('memory', 'maxmemory_policy')
  redis.pcall('HSET', heartbeat, 'inspected_at', now, 'run_id', run_id, 'policy', policy,
    'replid', info('replication', 'master_replid'))
end
if may_evict() then return { 'evicting', generation, policy } end

local closed_ms = doubt and generation_began + lease - now or 0
if doubt and closed_ms <= 0 then
  redis.call('HDEL', heartbeat, 'doubt')
  closed_ms = 0
elseif doubt == 'new' and known_generation ~= '' and known_generation ~= generation then
  doubt = 'lost'
  redis.pcall('HSET', heartbeat, 'doubt', doubt)
end
if doubt == 'new' and ARGV[4] == '1' then closed_ms = 0 end
`;

/** KEYS and ARGV: as for `detectDataLoss`. */
export const readyScript: Script = script(`${readClock}
local inspect = true
${detectDataLoss}
if closed_ms > 0 then return { doubt, generation, closed_ms } end
return { 'open', generation }
`);
