import { randomUUID } from 'node:crypto';
import { LateClaims } from '@toolwire/internal';
import type { Claim, SlotLimit } from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import type { RetryingPool, Rows } from './postgres-pool.ts';
import { claimOf } from './task-records.ts';
import type { TaskStatements } from './task-statements.ts';

interface TaskClaimsConfig {
  readonly pool: RetryingPool;
  readonly statements: TaskStatements;
  readonly report: (error: unknown) => void;
}

/** Grants tasks to workers on PostgreSQL. */
export class TaskClaims {
  readonly #config: TaskClaimsConfig;
  readonly #lateClaims: LateClaims;

  constructor(config: TaskClaimsConfig) {
    this.#config = config;
    this.#lateClaims = new LateClaims(config.report);
  }

  async claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[]): Promise<Claim> {
    const { pool, statements } = this.#config;
    // Identifies the claim, so that a retry after a lost response is recognized.
    const token = randomUUID();
    const statement = slots.length === 0 ? statements.claim : statements.claimWithSlots;
    const values = [shortDigest(id), turn, leaseMs, token, ...slotValuesOf(slots)];
    const undo = (): void =>
      // Without retries, because `LateClaims` repeats it.
      this.#lateClaims.undo(leaseMs, () => pool.runOnce(statements.undoClaim, [shortDigest(id), token]));
    const undoLate = ([row]: Rows): void => {
      if (typeof row?.['fence'] === 'number') undo();
    };
    try {
      for (;;) {
        const [row] = await pool.run(statement, values, undoLate);
        if (typeof row?.['busy_ms'] === 'number') return { kind: 'busy', forMs: row['busy_ms'] };
        const claim = row === undefined ? await this.#readHolder(id, turn, token) : claimOf(row);
        if (claim !== undefined) return claim;
      }
    } catch (error) {
      // It may have been granted nevertheless, and must not count as an attempt.
      undo();
      throw error;
    }
  }

  /** Renews a lease from now, if this claim is the last one and its task has its slots. */
  async renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[]): Promise<boolean> {
    const { pool, statements } = this.#config;
    const statement = slots.length === 0 ? statements.renew : statements.renewWithSlots;
    return (await pool.run(statement, [shortDigest(id), fence, leaseMs, ...slotValuesOf(slots)])).length > 0;
  }

  /** Why a claim was not granted; `undefined` if a retry may succeed. */
  async #readHolder(id: string, turn: number, token: string): Promise<Claim | undefined> {
    const { pool, statements } = this.#config;
    const [row] = await pool.run(statements.readLease, [shortDigest(id), turn]);
    if (row === undefined) return { kind: 'over' };
    const [leftMs, leaseMs] = [Number(row['left_ms'] ?? 0), Number(row['lease_ms'] ?? 0)];
    if (leftMs <= 0) return undefined;
    // The claim was granted, but its response was lost.
    if (row['claimed_by'] === token) return claimOf(row);
    if (leftMs <= leaseMs) return { kind: 'held', forMs: leftMs };
    // After a clock was set back, no worker waits longer than a lease (TASK-11).
    await pool.run(statements.shortenLease, [shortDigest(id)]);
    return { kind: 'held', forMs: leaseMs };
  }
}

/** The slots as values of a statement. */
function slotValuesOf(slots: readonly SlotLimit[]): readonly (readonly unknown[])[] {
  return slots.length === 0 ? [] : [slots.map(({ name }) => shortDigest(name)), slots.map(({ max }) => max)];
}
