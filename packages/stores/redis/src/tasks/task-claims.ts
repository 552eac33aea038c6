import { randomUUID } from 'node:crypto';
import { LateClaims } from '@toolwire/internal';
import type { Claim, SlotLimit } from '@toolwire/tasks';
import type { RetryingConnection } from '../connection/retrying-connection.ts';
import { type StepScript, stepScript } from '../connection/script.ts';
import { shortDigest } from '../digests.ts';
import type { TaskKeys } from './task-keys.ts';
import { claimOf } from './task-records.ts';
import { taskParts } from './task-script-parts.ts';
import { slotParts } from './task-slot-script.ts';

/** The script of a claim, with the definitions and the statements that slots need. */
const claimScriptWith = (parts: string, claimSlots: string): StepScript =>
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
const claimTaskScript: StepScript = claimScriptWith('', '');

/** The same with slots. ARGV continues with the name and the limit of each. */
const claimWithSlotsScript: StepScript = claimScriptWith(
  slotParts,
  `local busy_ms = claim_slots(stored[5], now + redis.call('PTTL', KEYS[1]), 5)
if busy_ms then return { 'busy', busy_ms } end`,
);

const renewScriptWith = (parts: string, checkSlots: string, holdSlots: string): StepScript =>
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
const renewTaskScript: StepScript = renewScriptWith('', '', '');

/** The same with slots. ARGV continues with the name and the limit of each. */
const renewWithSlotsScript: StepScript = renewScriptWith(
  slotParts,
  'if not can_retake_slots(stored[3], 4) then return 0 end',
  "hold_slots(stored[3], now + redis.call('PTTL', KEYS[1]), 4)",
);

/** KEYS: record. ARGV: prefix, fence. */
const releaseTaskScript: StepScript = stepScript(
  `
local stored = redis.call('HMGET', KEYS[1], 'fence', 'state', 'member')
if stored[1] ~= ARGV[2] then return end
redis.call('HDEL', KEYS[1], 'lease_ends', 'lease_ms')
update_indexes(stored[3], stored[2], nil)
`,
  taskParts,
);

/** KEYS: record. ARGV: prefix, token. Undoes this claim, as if it had never been made: an expired lease before it is expired again. */
const undoClaimScript: StepScript = stepScript(
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

interface TaskClaimsConfig {
  readonly connection: RetryingConnection;
  readonly keys: TaskKeys;
  readonly report: (error: unknown) => void;
}

/** Grants tasks to workers on Redis. */
export class TaskClaims {
  readonly #config: TaskClaimsConfig;
  readonly #lateClaims: LateClaims;
  readonly #sharedValues: readonly string[];

  constructor(config: TaskClaimsConfig) {
    this.#config = config;
    this.#lateClaims = new LateClaims(config.report);
    this.#sharedValues = [config.keys.prefix];
  }

  async claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[]): Promise<Claim> {
    // Identifies the claim, so that a retry after a lost response is recognized.
    const token = randomUUID();
    const script = slots.length === 0 ? claimTaskScript : claimWithSlotsScript;
    const values = [token, String(turn), String(leaseMs), ...slotValuesOf(slots)];
    const undo = (): void => this.#lateClaims.undo(leaseMs, () => this.#undo(id, token));
    const undoLate = (reply: unknown): void => {
      if (claimOf(reply).kind === 'claimed') undo();
    };
    const reply = this.#run(script, id, values, undoLate);
    // It may have been granted nevertheless, and must not count as an attempt.
    reply.catch(undo);
    return claimOf(await reply);
  }

  /** Without retries, because `LateClaims` repeats it. */
  #undo(id: string, token: string): Promise<unknown> {
    const { connection, keys } = this.#config;
    return connection.runOnce(undoClaimScript, [keys.recordOf(id)], [...this.#sharedValues, token]);
  }

  async renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[]): Promise<boolean> {
    const script = slots.length === 0 ? renewTaskScript : renewWithSlotsScript;
    return Number(await this.#run(script, id, [String(fence), String(leaseMs), ...slotValuesOf(slots)])) === 1;
  }

  async release(id: string, fence: number): Promise<void> {
    await this.#run(releaseTaskScript, id, [String(fence)]);
  }

  #run(
    script: StepScript,
    id: string,
    values: readonly string[],
    onLateReply?: (reply: unknown) => void,
  ): Promise<unknown> {
    const { connection, keys } = this.#config;
    return connection.runStep(script, { key: keys.recordOf(id), shared: this.#sharedValues, values }, onLateReply);
  }
}

/** The slots as values of a script. */
function slotValuesOf(slots: readonly SlotLimit[]): string[] {
  return slots.flatMap(({ name, max }) => [shortDigest(name), String(max)]);
}
