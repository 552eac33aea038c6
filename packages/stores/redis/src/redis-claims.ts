import { setTimeout as wait } from 'node:timers/promises';
import type { Answered, Claim, ClaimNews, ClaimResult, IdempotencyStore } from '@toolwire/idempotency';
import { answerInTime, unanswered } from '@toolwire/internal';
import type { ClaimDigests } from './claim-digests.ts';
import type { Connection } from './connection.ts';
import {
  abandonScript,
  cancelScript,
  claimScript,
  newsScript,
  releaseScript,
  renewScript,
  settleScript,
} from './idempotency-scripts.ts';
import { readyScript } from './memory-script.ts';
import { hasForgotten, knowsNothing, type RedisMemory } from './redis-memory.ts';

/** For those who wait for the answer, and look again within a quarter of a second. */
const handOnMs = 10_000;

/** What is known of a run outlasts it by far: its owner may live, also where the clock of Redis jumps forward by hours. */
const runKeptMs = 24 * 60 * 60_000;

/** For how long, and how much. */
export interface ClaimBounds {
  readonly ttlMs: number;
  readonly leaseMs: number;
  /** How much fits in all, and of one owner. */
  readonly rooms: readonly string[];
}

/** Keeps claims and answers on Redis. */
export class RedisClaims implements IdempotencyStore {
  readonly leaseMs: number;
  readonly #connection: Connection;
  readonly #memory: RedisMemory;
  readonly #digests: ClaimDigests;
  readonly #ttlMs: number;
  readonly #runKeptMs: string;
  readonly #rooms: readonly string[];

  constructor(
    connection: Connection,
    memory: RedisMemory,
    digests: ClaimDigests,
    { ttlMs, leaseMs, rooms }: ClaimBounds,
  ) {
    this.#connection = connection;
    this.#memory = memory;
    this.#digests = digests;
    this.leaseMs = leaseMs;
    this.#ttlMs = ttlMs;
    this.#rooms = rooms;
    this.#runKeptMs = String(Math.max(ttlMs, runKeptMs));
  }

  async ready(): Promise<void> {
    for (;;) {
      const asked = this.#connection.run(readyScript, [this.#memory.key], this.#memory.values());
      const [state, closedMs] = this.#memory.read(
        await answerInTime(asked, this.leaseMs, unanswered('Redis', this.leaseMs)),
      );
      if (state === 'open') return;
      await wait(Number(closedMs));
    }
  }

  claim(claim: Claim): Promise<ClaimResult> {
    const { token, awaited = '', takeOver } = claim;
    const values = [this.#runKeptMs, this.#digests.fingerprintOf(claim), token, awaited, takeOver ? '1' : '0'];
    return this.#connection
      .run(claimScript, [this.#memory.key, this.#digests.keyOf(claim)], [...this.#memory.values(), ...values])
      .then((reply) => this.#read(reply));
  }

  #read(reply: unknown): ClaimResult {
    const [state, detail] = this.#memory.read(reply);
    switch (state) {
      case 'mine':
      case 'unkept':
      case 'conflict':
      case 'in_doubt':
        return { state };
      case 'running':
        return { state, token: detail };
      case 'answered':
        return { state, text: detail };
      case 'lost':
        throw hasForgotten(detail);
      case 'new':
        throw knowsNothing(detail);
      default:
        throw new TypeError(`Redis answered '${state}' to a claim.`);
    }
  }

  async settle(claim: Claim, { fate, text }: Answered): Promise<'settled' | 'taken'> {
    const keptMs = fate === 'kept' ? this.#ttlMs : Math.min(handOnMs, this.#ttlMs);
    const values = [this.#digests.fingerprintOf(claim), claim.token, fate, text, String(keptMs), String(this.#ttlMs)];
    const keys = [this.#digests.keyOf(claim), ...this.#digests.roomsOf(claim)];
    const reply = await this.#connection.run(settleScript, keys, [...values, ...this.#rooms]);
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
      [this.#memory.key, ...claims.map((claim) => this.#digests.keyOf(claim))],
      [String(this.leaseMs), this.#runKeptMs, ...owners],
    );
  }

  cancel(key: string): Promise<unknown> {
    return this.#connection.run(cancelScript, [this.#digests.keyOf({ key })], []);
  }

  async news(claims: readonly Claim[]): Promise<readonly ClaimNews[]> {
    const keys = claims.map((claim) => this.#digests.keyOf(claim));
    const tokens = claims.map(({ token }) => token);
    const reply = await this.#connection.run(newsScript, keys, tokens);
    const numbers = Array.isArray(reply) ? reply.map(Number) : [];
    return claims.map((_claim, index) => {
      const [isCancelled, askedMs = -1] = numbers.slice(2 * index);
      return { isCancelled: isCancelled === 1, awaitedMs: askedMs < 0 ? Number.POSITIVE_INFINITY : askedMs };
    });
  }
}
