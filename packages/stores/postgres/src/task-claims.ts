import { randomUUID } from 'node:crypto';
import { LateClaims } from '@toolwire/internal';
import type { Claim, SlotLimit } from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import type { RetryingPool, Rows } from './retrying-pool.ts';
import { claimOf } from './task-records.ts';
import type { TaskStatements } from './task-statements.ts';

interface TaskClaimsConfig {
  readonly pool: RetryingPool;
  readonly statements: TaskStatements;
  readonly report: (error: unknown) => void;
}

interface ClaimRequest {
  readonly id: string;
  readonly turn: number;
  readonly leaseMs: number;
  readonly slots: readonly SlotLimit[];
}

interface RenewRequest extends Omit<ClaimRequest, 'turn'> {
  readonly fence: number;
}

/** Grants tasks to workers on PostgreSQL. */
export class TaskClaims {
  readonly #config: TaskClaimsConfig;
  readonly #lateClaims: LateClaims;

  constructor(config: TaskClaimsConfig) {
    this.#config = config;
    this.#lateClaims = new LateClaims(config.report);
  }

  async claim(request: ClaimRequest): Promise<Claim> {
    const { pool, statements } = this.#config;
    const { id, leaseMs } = request;
    const token = newToken();
    const undo = (): void =>
      // Without retries, because `LateClaims` repeats it.
      this.#lateClaims.undo(leaseMs, () => pool.runOnce(statements.undoClaim, [shortDigest(id), token]));
    try {
      return await this.#claim(request, token, ([row]) => {
        if (typeof row?.['fence'] === 'number') undo();
      });
    } catch (error) {
      // It may have been granted nevertheless, and must not count as an attempt.
      undo();
      throw error;
    }
  }

  async #claim(
    { id, turn, leaseMs, slots }: ClaimRequest,
    token: string,
    onLateRows: (rows: Rows) => void,
  ): Promise<Claim> {
    const { pool, statements } = this.#config;
    const statement = slots.length === 0 ? statements.claim : statements.claimWithSlots;
    for (;;) {
      const values = [shortDigest(id), turn, leaseMs, token, ...valuesOf(slots)];
      const [row] = await pool.run(statement, values, onLateRows);
      if (typeof row?.['busy_ms'] === 'number') return { kind: 'busy', forMs: row['busy_ms'] };
      const claim = row === undefined ? await this.#readHolder(id, turn, token) : claimOf(row);
      if (claim !== undefined) return claim;
    }
  }

  /** Renews a lease from now, if this claim is the last one and its task has its slots. */
  async renew({ id, fence, leaseMs, slots }: RenewRequest): Promise<boolean> {
    const { pool, statements } = this.#config;
    const statement = slots.length === 0 ? statements.renew : statements.renewWithSlots;
    return (await pool.run(statement, [shortDigest(id), fence, leaseMs, ...valuesOf(slots)])).length > 0;
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
function valuesOf(slots: readonly SlotLimit[]): readonly (readonly unknown[])[] {
  return slots.length === 0 ? [] : [slots.map(({ name }) => shortDigest(name)), slots.map(({ max }) => max)];
}

/** Identifies an operation, so that a retry after a lost response is recognized. */
export function newToken(): string {
  // Faster than randomBytes: Node generates UUIDs in batches.
  return randomUUID();
}
