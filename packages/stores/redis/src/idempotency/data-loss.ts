import { randomUUID } from 'node:crypto';
import { evictionError, infoPart } from '../connection/configuration.ts';
import { readClock, type Script, script } from '../connection/script.ts';

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

interface DataLossSettings {
  readonly prefix: string;
  readonly leaseMs: number;
  readonly trustEmpty: boolean;
  readonly allowEviction: boolean;
}

/** The results of claims that are correct even if Redis has lost other claims. */
const certainStates: ReadonlySet<string> = new Set(['running', 'completed', 'not_stored', 'conflict', 'in_doubt']);

/** Detects that Redis has lost data: its generation is another one than this process knows. */
export class DataLossDetector {
  readonly heartbeatKey: string;
  readonly #settings: DataLossSettings;
  #generation = '';
  #hasUnreportedLoss = false;

  constructor(settings: DataLossSettings) {
    this.heartbeatKey = `${settings.prefix}heartbeat`;
    this.#settings = settings;
  }

  /** The first values of each script with `detectDataLoss`. */
  values(): string[] {
    const { leaseMs, trustEmpty, allowEviction } = this.#settings;
    return [String(leaseMs), this.#generation, randomUUID(), flag(trustEmpty), flag(allowEviction)];
  }

  /** Decodes the reply of such a script. Throws if Redis may evict keys, and once after a data loss, unless the result is certain. */
  read(reply: unknown): readonly [state: string, detail: string] {
    const [state = '', generation = '', detail = ''] = Array.isArray(reply) ? reply.map(String) : [];
    if (this.#generation !== '' && generation !== this.#generation) this.#hasUnreportedLoss = true;
    this.#generation = generation;
    if (state === 'evicting') {
      throw evictionError(
        detail,
        'claims and results at any time, so calls would run twice',
        'use another Redis for caches',
      );
    }
    // Also after the lease in which owners renew: the loss of results must be reported.
    if (this.#hasUnreportedLoss && !certainStates.has(state)) {
      this.#hasUnreportedLoss = false;
      throw dataLostError(detail);
    }
    return [state, detail];
  }
}

/** Redis grants no claim, for a known time if there is one. */
class ClaimsClosedError extends Error {
  override readonly name: string = 'ClaimsClosedError';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, leftMs: string) {
    super(message);
    this.retryAfterMs = leftMs === '' ? undefined : Number(leftMs);
  }
}

/** The error while Redis grants no claim because it has lost data. */
export function dataLostError(leftMs: string): Error {
  return new ClaimsClosedError(
    'Redis has lost data about calls, or the latest part of it. Calls with a call ID wait until running calls are known again, and calls whose results are lost run again when they are repeated. Make Redis persistent, for example with `appendonly yes`.',
    leftMs,
  );
}

/** The error while Redis grants no claim because it is new, or has lost everything. */
export function emptyRedisError(leftMs: string): Error {
  return new ClaimsClosedError(
    `Redis has no data about calls: it is new, or has lost them. Calls with a call ID wait for another ${leftMs} milliseconds, in which other processes report their running calls. Await ready() before your server accepts calls.`,
    leftMs,
  );
}

function flag(isSet: boolean): string {
  return isSet ? '1' : '0';
}
