import { setTimeout as wait } from 'node:timers/promises';
import type { Answered, Claim, ClaimResult, IdempotencyStore } from '@toolwire/idempotency';
import { answerInTime } from './answer-in-time.ts';
import { checkClient } from './check-client.ts';
import { checkDuration } from './check-options.ts';
import { ClaimDigests } from './claim-digests.ts';
import { Connection } from './connection.ts';
import { abandonScript, claimScript, releaseScript, renewScript, settleScript } from './idempotency-scripts.ts';
import { readyScript } from './memory-script.ts';
import type { RedisClient } from './redis-client.ts';
import { hasForgotten, knowsNothing, RedisMemory } from './redis-memory.ts';

/** How claims and answers are kept on Redis. */
export interface RedisIdempotencyStoreOptions {
  /** In front of every key; `{toolwire}:idempotency:` if left out. Servers that share calls share it. */
  readonly prefix?: string | undefined;
  /** How long answers are kept, in milliseconds; 15 minutes if left out. Longer than your callers go on trying. */
  readonly ttlMs?: number | undefined;
  /** How long a claim that is not renewed lasts, in milliseconds; 10 seconds if left out. The same in all servers. */
  readonly leaseMs?: number | undefined;
  /** Keys the digests of inputs, so that who reads Redis cannot try out which input a digest is of. The same in all servers. */
  readonly secret?: string | undefined;
  /** Takes a Redis that drops keys to make room. */
  readonly allowEviction?: boolean | undefined;
  /** Takes a Redis that knows nothing for a new one, and not for one that has forgotten: for development and tests. */
  readonly trustEmpty?: boolean | undefined;
}

/** A store that several processes share. */
export interface RedisIdempotencyStore extends IdempotencyStore {
  /**
   * To be awaited before a server takes calls. On a Redis that knows nothing it takes one lease, in which the runs of other processes
   * make themselves known. Rejects where Redis does not answer for a lease, is set up to lose claims, or has lost any since last asked.
   */
  ready(): Promise<void>;
}

/** For those who wait for the answer, and look again within a quarter of a second. */
const handOnMs = 10_000;

/** What is known of a run outlasts it by far: its owner may live, also where the clock of Redis jumps forward by hours. */
const runKeptMs = 24 * 60 * 60_000;

/** Makes a store on Redis; every step is one round trip. */
export function createRedisIdempotencyStore(
  client: RedisClient,
  options: RedisIdempotencyStoreOptions = {},
): RedisIdempotencyStore {
  const { prefix = '{toolwire}:idempotency:', ttlMs = 15 * 60_000, leaseMs = 10_000, secret } = options;
  checkClient(client);
  checkDuration('leaseMs', leaseMs);
  checkDuration('ttlMs', ttlMs);
  if (ttlMs < leaseMs) throw new RangeError(`ttlMs is ${ttlMs}. Give at least leaseMs, which is ${leaseMs}.`);
  const memory = new RedisMemory({
    prefix,
    leaseMs,
    trustsEmpty: options.trustEmpty === true,
    mayEvict: options.allowEviction === true,
  });
  return new RedisStore(new Connection(client), memory, new ClaimDigests(prefix, secret), { ttlMs, leaseMs });
}

interface Durations {
  readonly ttlMs: number;
  readonly leaseMs: number;
}

class RedisStore implements RedisIdempotencyStore {
  readonly leaseMs: number;
  readonly #connection: Connection;
  readonly #memory: RedisMemory;
  readonly #digests: ClaimDigests;
  readonly #ttlMs: number;
  readonly #runKeptMs: string;

  constructor(connection: Connection, memory: RedisMemory, digests: ClaimDigests, { ttlMs, leaseMs }: Durations) {
    this.#connection = connection;
    this.#memory = memory;
    this.#digests = digests;
    this.leaseMs = leaseMs;
    this.#ttlMs = ttlMs;
    this.#runKeptMs = String(Math.max(ttlMs, runKeptMs));
  }

  async ready(): Promise<void> {
    for (;;) {
      const asked = this.#connection.run(readyScript, [this.#memory.key], this.#memory.values());
      const [state, closedMs] = this.#memory.read(await answerInTime(asked, this.leaseMs));
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
    const values = [this.#digests.fingerprintOf(claim), claim.token, fate, text, String(keptMs)];
    const reply = await this.#connection.run(settleScript, [this.#digests.keyOf(claim)], values);
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
}
