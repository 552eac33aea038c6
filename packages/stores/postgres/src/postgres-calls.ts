import type { Answered, Claim, ClaimNews, ClaimResult, IdempotencyStore } from '@toolwire/idempotency';
import { Attendance } from './attendance.ts';
import { type AnswerLimits, roomFor } from './call-answers.ts';
import type { CallStatements } from './call-statements.ts';
import { digest } from './digests.ts';
import type { PatientPool } from './patient-pool.ts';
import { anySlot } from './slots.ts';

/** What a store of keyed calls is made of. */
export interface PostgresCallParts {
  readonly pool: PatientPool;
  readonly statements: CallStatements;
  readonly leaseMs: number;
  readonly limits: AnswerLimits;
  readonly secret: string | undefined;
  readonly ready: () => Promise<void>;
}

/** For those who wait for the answer, and look again within a quarter of a second. */
const handOnMs = 10_000;

/** What is known of a run outlasts it by far: its owner may live, also where the clock of PostgreSQL jumps forward by hours. */
const runKeptMs = 24 * 60 * 60_000;

/** Keeps claims and answers on PostgreSQL. */
export class PostgresCalls implements IdempotencyStore {
  readonly leaseMs: number;
  readonly ready: () => Promise<void>;
  readonly #parts: PostgresCallParts;
  readonly #attendance: Attendance;
  readonly #runKeptMs: number;

  constructor(parts: PostgresCallParts) {
    this.#parts = parts;
    this.leaseMs = parts.leaseMs;
    this.ready = parts.ready;
    this.#runKeptMs = Math.max(parts.limits.ttlMs, runKeptMs);
    this.#attendance = new Attendance(parts.pool, parts.statements, parts.leaseMs);
  }

  async claim(claim: Claim): Promise<ClaimResult> {
    const { pool, statements } = this.#parts;
    await this.#attendance.attend();
    const key = this.#keyOf(claim);
    const values = [key, claim.token, this.#fingerprintOf(claim), this.leaseMs, this.#runKeptMs];
    for (;;) {
      // Whoever waits has seen that there is something.
      const begun = claim.awaited === undefined ? await pool.runOnce(statements.begin, values) : [];
      if (begun.length > 0) return { state: 'mine' };
      const found = await this.#look(claim, key);
      if (found !== 'free' && found !== 'gone') return found;
      const taken =
        found === 'gone'
          ? await pool.runOnce(statements.begin, values)
          : await pool.runOnce(statements.takeOver, [...values, this.leaseMs, claim.awaited ?? '', claim.takeOver]);
      if (taken.length > 0) return { state: 'mine' };
    }
  }

  /** What there is under a key; `free` where the claim may have it. */
  async #look(claim: Claim, key: string): Promise<ClaimResult | 'free' | 'gone'> {
    const { pool, statements } = this.#parts;
    const [row] = await pool.runOnce(statements.look, [key, this.leaseMs]);
    if (row === undefined) return 'gone';
    const { state, token } = row;
    if (row['is_over'] === true || (state === 'handed_on' && token !== claim.awaited)) return 'free';
    if (state === 'running' && token === claim.token) return 'free';
    if (row['fingerprint'] !== this.#fingerprintOf(claim)) return { state: 'conflict' };
    if (state === 'unkept') return { state };
    if (state !== 'running') return { state: 'answered', text: textOf(row['answer']) };
    if (row['is_abandoned'] !== true && Number(row['left_ms']) > 0) {
      if (token === claim.awaited) await pool.runOnce(statements.asked, [key, token]);
      // A clock that was set back lets nobody have a key for longer than a lease.
      if (row['is_too_long'] === true) await pool.runOnce(statements.cutLease, [key, this.leaseMs]);
      return { state, token: String(token) };
    }
    return claim.takeOver ? 'free' : { state: 'in_doubt' };
  }

  async settle(claim: Claim, answer: Answered): Promise<'settled' | 'taken'> {
    const { pool, statements, limits } = this.#parts;
    const { text, fate } = answer;
    const key = this.#keyOf(claim);
    // PostgreSQL has no text with every character.
    const bytes = Buffer.from(text);
    const room = await roomFor(claim, answer, bytes.length, this.#parts);
    const [state, isKept] = [room.state === 'dropped' ? 'handed_on' : room.state, room.state === fate];
    const keptMs = fate === 'kept' ? limits.ttlMs : Math.min(handOnMs, limits.ttlMs);
    const [row] = await pool.runOnce(statements.settle, [
      key,
      state,
      claim.token,
      this.#fingerprintOf(claim),
      isKept ? bytes : null,
      keptMs,
      room.owners,
      anySlot(),
      room.bytes,
      limits.ttlMs,
    ]);
    const isMine = row?.['put'] === true || row?.['token'] === claim.token;
    if (isMine && room.state === 'dropped') await pool.runOnce(statements.release, [key, claim.token]);
    return isMine ? 'settled' : 'taken';
  }

  release(claim: Claim): Promise<unknown> {
    return this.#parts.pool.runOnce(this.#parts.statements.release, [this.#keyOf(claim), claim.token]);
  }

  abandon(claim: Claim): Promise<unknown> {
    return this.#parts.pool.runOnce(this.#parts.statements.abandon, [this.#keyOf(claim), claim.token]);
  }

  async renew(claims: readonly Claim[]): Promise<unknown> {
    await this.#attendance.attend();
    return this.#parts.pool.runOnce(this.#parts.statements.renew, [
      claims.map((claim) => this.#keyOf(claim)),
      claims.map(({ token }) => token),
      claims.map((claim) => this.#fingerprintOf(claim)),
      this.leaseMs,
      this.#runKeptMs,
    ]);
  }

  cancel(key: string): Promise<unknown> {
    return this.#parts.pool.runOnce(this.#parts.statements.cancel, [this.#keyOf({ key })]);
  }

  async news(claims: readonly Claim[]): Promise<readonly ClaimNews[]> {
    const keys = claims.map((claim) => this.#keyOf(claim));
    const rows = await this.#parts.pool.runOnce(this.#parts.statements.news, [keys]);
    const byKey = new Map(rows.map((row) => [row['key'], row]));
    return claims.map(({ token }, index) => {
      const row = byKey.get(keys[index]);
      const isOwn = row?.['token'] === token && row['asked_ms'] !== null;
      const awaitedMs = isOwn ? Math.max(0, Number(row['asked_ms'])) : Number.POSITIVE_INFINITY;
      return { isCancelled: row?.['cancelled'] === token, awaitedMs };
    });
  }

  #keyOf({ key }: Pick<Claim, 'key'>): string {
    return digest(JSON.stringify(key), this.#parts.secret);
  }

  #fingerprintOf({ fingerprint }: Claim): string {
    return digest(fingerprint, this.#parts.secret);
  }
}

function textOf(answer: unknown): string {
  return answer instanceof Uint8Array ? Buffer.from(answer).toString() : '';
}
