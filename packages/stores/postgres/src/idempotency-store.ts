import type { Claim, ClaimResult, ClaimStatus, IdempotencyStore, StoredResult } from '@toolwire/idempotency';
import {
  type BackgroundReport,
  createBackgroundReport,
  type IdempotencyLimits,
  ttlOfClaim,
  ttlOfResult,
} from '@toolwire/internal';
import type { ClaimDigests } from './digests.ts';
import { Heartbeat } from './heartbeat.ts';
import type { IdempotencyStatements } from './idempotency-statements.ts';
import type { RetryingPool, Rows } from './postgres-pool.ts';
import { capacityFor } from './result-capacity.ts';
import { anyShard } from './sql.ts';

interface PostgresClaimsConfig {
  readonly pool: RetryingPool;
  readonly statements: IdempotencyStatements;
  readonly digests: ClaimDigests;
  readonly limits: IdempotencyLimits;
  readonly ready: () => Promise<void>;
}

/** Stores claims and results on PostgreSQL. */
export class PostgresClaims implements IdempotencyStore {
  readonly leaseMs: number;
  readonly ttlMs: number;
  readonly ready: () => Promise<void>;
  readonly reportTo: BackgroundReport['reportTo'];
  readonly #config: PostgresClaimsConfig;
  readonly #heartbeat: Heartbeat;
  readonly #claimTtlMs: number;

  constructor(config: PostgresClaimsConfig) {
    const { pool, statements, limits, ready } = config;
    this.#config = config;
    this.leaseMs = limits.leaseMs;
    this.ttlMs = limits.ttlMs;
    this.ready = ready;
    this.#claimTtlMs = ttlOfClaim(limits.ttlMs);
    const { report, reportTo } = createBackgroundReport(undefined);
    this.reportTo = reportTo;
    this.#heartbeat = new Heartbeat({ pool, statements, leaseMs: limits.leaseMs, report });
  }

  async claim(claim: Claim): Promise<ClaimResult> {
    const { pool, statements, digests } = this.#config;
    await this.#heartbeat.beat();
    const key = digests.keyOf(claim);
    const values = [key, claim.token, digests.fingerprintOf(claim), this.leaseMs, this.#claimTtlMs];
    for (;;) {
      // For a waiting claim there is a row already.
      const begun = claim.awaited === undefined ? await pool.runOnce(statements.begin, values) : [];
      if (begun.length > 0) return { state: 'acquired' };
      const result = await this.#read(claim, key);
      if (typeof result === 'object') return result;
      if (result === 'changed') continue;
      const acquired =
        result === 'missing'
          ? await pool.runOnce(statements.begin, values)
          : await pool.runOnce(statements.takeOver, [...values, this.leaseMs, claim.awaited ?? '', claim.takeOver]);
      if (acquired.length > 0) return { state: 'acquired' };
    }
  }

  /** Reads the row of a key: `missing` without a row, `free` if the claim may have it, `changed` if it must be read again. */
  async #read(claim: Claim, key: string): Promise<ClaimResult | 'free' | 'missing' | 'changed'> {
    const { pool, statements, digests } = this.#config;
    const [row] = await pool.runOnce(statements.read, [key, this.leaseMs]);
    if (row === undefined) return 'missing';
    const { state, token } = row;
    const isOver = row['is_expired'] === true || (state === 'delivered' && token !== claim.awaited);
    const isOwn = state === 'running' && token === claim.token;
    if (isOver || isOwn) return 'free';
    if (row['fingerprint'] !== digests.fingerprintOf(claim)) return { state: 'conflict' };
    if (state === 'not_stored') return { state };
    return state === 'running'
      ? this.#readRunning(claim, key, row)
      : { state: 'completed', text: decodeText(row['result']) };
  }

  /** Reads the row of a running call of another claim: `free` and `changed` as above. */
  async #readRunning(claim: Claim, key: string, row: Rows[number]): Promise<ClaimResult | 'free' | 'changed'> {
    const { pool, statements } = this.#config;
    const { token } = row;
    if (row['is_abandoned'] !== true && Number(row['left_ms']) > 0) {
      if (token === claim.awaited) await pool.runOnce(statements.recordWait, [key, token]);
      // After a clock was set back, a lease must not last longer than its duration.
      if (row['is_too_long'] === true) await pool.runOnce(statements.shortenLease, [key, this.leaseMs]);
      return { state: 'running', token: String(token) };
    }
    if (claim.takeOver) return 'free';
    // After a caller got this result, the earlier claim is lost, even if its process was only paused.
    const doubted = await pool.runOnce(statements.markInDoubt, [key, token, this.leaseMs]);
    return doubted.length > 0 ? { state: 'in_doubt' } : 'changed';
  }

  async settle(claim: Claim, result: StoredResult): Promise<'settled' | 'taken'> {
    const { pool, statements, digests, limits } = this.#config;
    const { text, retention } = result;
    const key = digests.keyOf(claim);
    // The text type of PostgreSQL can't hold every character.
    const bytes = Buffer.from(text);
    const capacity = await capacityFor(claim, result, bytes.length, this.#config);
    const [row] = await pool.runOnce(statements.settle, [
      key,
      capacity.state === 'dropped' ? 'delivered' : capacity.state,
      claim.token,
      digests.fingerprintOf(claim),
      capacity.state === retention ? bytes : null,
      // A dropped result expires at once, so that a waiting claim never reads an empty one.
      capacity.state === 'dropped' ? 0 : ttlOfResult(retention, limits.ttlMs),
      capacity.owners,
      anyShard(),
      capacity.bytes,
      limits.ttlMs,
    ]);
    const isSettled = row?.['is_settled'] === true || row?.['token'] === claim.token;
    if (isSettled && capacity.state === 'dropped') await pool.runOnce(statements.release, [key, claim.token]);
    return isSettled ? 'settled' : 'taken';
  }

  release(claim: Claim): Promise<unknown> {
    const { pool, statements, digests } = this.#config;
    return pool.runOnce(statements.release, [digests.keyOf(claim), claim.token]);
  }

  abandon(claim: Claim): Promise<unknown> {
    const { pool, statements, digests } = this.#config;
    return pool.runOnce(statements.abandon, [digests.keyOf(claim), claim.token]);
  }

  async renew(claims: readonly Claim[]): Promise<unknown> {
    const { pool, statements, digests } = this.#config;
    await this.#heartbeat.beat();
    return pool.runOnce(statements.renew, [
      claims.map((claim) => digests.keyOf(claim)),
      claims.map(({ token }) => token),
      claims.map((claim) => digests.fingerprintOf(claim)),
      this.leaseMs,
      this.#claimTtlMs,
    ]);
  }

  cancel(key: string): Promise<unknown> {
    const { pool, statements, digests } = this.#config;
    return pool.runOnce(statements.cancel, [digests.keyOf({ key })]);
  }

  async status(claims: readonly Claim[]): Promise<readonly ClaimStatus[]> {
    const { pool, statements, digests } = this.#config;
    const keys = claims.map((claim) => digests.keyOf(claim));
    const rows = await pool.runOnce(statements.status, [keys]);
    const byKey = new Map(rows.map((row) => [row['key'], row]));
    return claims.map(({ token }, index) => {
      const row = byKey.get(keys[index]);
      const isAwaited = row?.['token'] === token && row['awaited_ms'] !== null;
      const awaitedMs = isAwaited ? Math.max(0, Number(row['awaited_ms'])) : Number.POSITIVE_INFINITY;
      return { isCanceled: row?.['canceled_token'] === token, awaitedMs };
    });
  }
}

function decodeText(result: unknown): string {
  return result instanceof Uint8Array ? Buffer.from(result).toString() : '';
}
