import { randomUUID } from 'node:crypto';
import { LateClaims } from '@toolwire/internal';
import type { Claim, SlotLimit } from '@toolwire/tasks';
import type { RetryingConnection } from '../connection/retrying-connection.ts';
import type { StepScript } from '../connection/script.ts';
import { shortDigest } from '../digests.ts';
import {
  claimTaskScript,
  claimWithSlotsScript,
  releaseTaskScript,
  renewTaskScript,
  renewWithSlotsScript,
  undoClaimScript,
} from './task-claim-scripts.ts';
import type { TaskKeys } from './task-keys.ts';
import { claimOf } from './task-records.ts';

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
