import { setTimeout as wait } from 'node:timers/promises';
import type { Claim, ClaimResult, ClaimStatus, IdempotencyStore, StoredResult } from '@toolwire/idempotency';
import {
  bytesOfOwner,
  type IdempotencyLimits,
  noResponseError,
  rejectAfterTimeout,
  ttlOfClaim,
  ttlOfResult,
} from '@toolwire/internal';
import { checkReplicas, configurationScript } from '../connection/configuration.ts';
import type { Connection } from '../connection/connection.ts';
import type { Script } from '../connection/script.ts';
import type { ClaimDigests } from '../digests.ts';
import { type DataLossDetector, dataLostError, emptyRedisError, readyScript } from './data-loss.ts';
import {
  abandonScript,
  cancelScript,
  claimScript,
  releaseScript,
  renewScript,
  settleScript,
  statusScript,
} from './idempotency-scripts.ts';

interface RedisClaimsConfig {
  readonly connection: Connection;
  readonly dataLoss: DataLossDetector;
  readonly digests: ClaimDigests;
  readonly limits: IdempotencyLimits;
  readonly allowUnsafeFailover: boolean;
}

/** Stores claims and results on Redis. */
export class RedisClaims implements IdempotencyStore {
  readonly leaseMs: number;
  readonly ttlMs: number;
  readonly #connection: Connection;
  readonly #dataLoss: DataLossDetector;
  readonly #digests: ClaimDigests;
  readonly #limits: IdempotencyLimits;
  readonly #claimTtlMs: string;
  readonly #allowUnsafeFailover: boolean;
  /** The possible failovers after which Redis was inspected. */
  #inspectedFailovers = 0;

  constructor({ connection, dataLoss, digests, limits, allowUnsafeFailover }: RedisClaimsConfig) {
    this.#connection = connection;
    this.#dataLoss = dataLoss;
    this.#digests = digests;
    this.#limits = limits;
    this.leaseMs = limits.leaseMs;
    this.ttlMs = limits.ttlMs;
    this.#allowUnsafeFailover = allowUnsafeFailover;
    this.#claimTtlMs = String(ttlOfClaim(limits.ttlMs));
  }

  async ready(): Promise<void> {
    if (!this.#allowUnsafeFailover) checkReplicas(await this.#runWithinLease(configurationScript, []));
    for (;;) {
      const [state, closedMs] = this.#dataLoss.read(await this.#runWithinLease(readyScript, this.#dataLoss.values()));
      if (state === 'open') return;
      await wait(Number(closedMs));
    }
  }

  #runWithinLease(script: Script, values: readonly string[]): Promise<unknown> {
    const reply = this.#connection.run(script, [this.#dataLoss.heartbeatKey], values);
    return rejectAfterTimeout(reply, this.leaseMs, noResponseError('Redis', this.leaseMs));
  }

  claim(claim: Claim): Promise<ClaimResult> {
    const { token, awaited = '', takeOver } = claim;
    const values = [this.#claimTtlMs, this.#digests.fingerprintOf(claim), token, awaited, takeOver ? '1' : '0'];
    const keys = [this.#dataLoss.heartbeatKey, this.#digests.keyOf(claim)];
    const possibleFailovers = this.#connection.failovers.count();
    // A primary that had this role before knows the script.
    if (possibleFailovers !== this.#inspectedFailovers) values.push('unknown');
    return this.#connection.run(claimScript, keys, [...this.#dataLoss.values(), ...values]).then((reply) => {
      this.#inspectedFailovers = possibleFailovers;
      return this.#readClaim(reply);
    });
  }

  #readClaim(reply: unknown): ClaimResult {
    const [state, detail] = this.#dataLoss.read(reply);
    switch (state) {
      case 'acquired':
      case 'not_stored':
      case 'conflict':
      case 'in_doubt':
        return { state };
      case 'running':
        return { state, token: detail };
      case 'completed':
        return { state, text: detail };
      case 'lost':
        throw dataLostError(detail);
      case 'new':
        throw emptyRedisError(detail);
      default:
        throw new TypeError(`Redis replied '${state}' to a claim.`);
    }
  }

  async settle(claim: Claim, { retention, text }: StoredResult): Promise<'settled' | 'taken'> {
    const { ttlMs, maxBytes } = this.#limits;
    const numbers = [ttlOfResult(retention, ttlMs), ttlMs, maxBytes, bytesOfOwner(maxBytes)].map(String);
    const values = [this.#digests.fingerprintOf(claim), claim.token, retention, text, ...numbers];
    const keys = [this.#digests.keyOf(claim), ...this.#digests.usageKeysOf(claim)];
    const reply = await this.#connection.run(settleScript, keys, values);
    return String(reply) === 'taken' ? 'taken' : 'settled';
  }

  release(claim: Claim): Promise<unknown> {
    return this.#connection.run(releaseScript, [this.#digests.keyOf(claim)], [claim.token]);
  }

  abandon(claim: Claim): Promise<unknown> {
    return this.#connection.run(abandonScript, [this.#digests.keyOf(claim)], [claim.token]);
  }

  renew(claims: readonly Claim[]): Promise<unknown> {
    const owners = claims.flatMap((claim) => [claim.token, this.#digests.fingerprintOf(claim)]);
    return this.#connection.run(
      renewScript,
      [this.#dataLoss.heartbeatKey, ...claims.map((claim) => this.#digests.keyOf(claim))],
      [String(this.leaseMs), this.#claimTtlMs, ...owners],
    );
  }

  cancel(key: string): Promise<unknown> {
    return this.#connection.run(cancelScript, [this.#digests.keyOf({ key })], []);
  }

  async status(claims: readonly Claim[]): Promise<readonly ClaimStatus[]> {
    const keys = claims.map((claim) => this.#digests.keyOf(claim));
    const tokens = claims.map(({ token }) => token);
    const reply = await this.#connection.run(statusScript, keys, tokens);
    const numbers = Array.isArray(reply) ? reply.map(Number) : [];
    return claims.map((_claim, index) => {
      const [isCanceled, awaitedMs = -1] = numbers.slice(2 * index, 2 * index + 2);
      return { isCanceled: isCanceled === 1, awaitedMs: awaitedMs < 0 ? Number.POSITIVE_INFINITY : awaitedMs };
    });
  }
}
