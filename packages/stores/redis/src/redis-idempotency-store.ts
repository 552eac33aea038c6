import { setTimeout as wait } from 'node:timers/promises';
import type { Answered, Claim, ClaimNews, ClaimResult, IdempotencyStore } from '@toolwire/idempotency';
import {
  answerInTime,
  byteCount,
  checkNames,
  checkNumber,
  type NamesOf,
  StartUpError,
  wholeMs,
} from '@toolwire/internal';
import { checkClient } from './check-client.ts';
import { ClaimDigests } from './claim-digests.ts';
import { Connection } from './connection.ts';
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
  /** About how many bytes of answers are kept within `ttlMs`, all together; 256 MiB if left out. Beyond, only that a call has run. The same in all servers. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; a quarter if left out. The same in all servers. */
  readonly maxBytesPerOwner?: number | undefined;
  /** Keys the digests of keys and inputs, so that who reads Redis cannot try out whose, or of which input, they are. The same in all servers. */
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

const optionNames: NamesOf<RedisIdempotencyStoreOptions> = {
  prefix: true,
  ttlMs: true,
  leaseMs: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  secret: true,
  allowEviction: true,
  trustEmpty: true,
};

/** Makes a store on Redis; every step is one round trip. */
export function createRedisIdempotencyStore(
  client: RedisClient,
  options: RedisIdempotencyStoreOptions = {},
): RedisIdempotencyStore {
  checkNames('createRedisIdempotencyStore()', options, optionNames);
  const { prefix = '{toolwire}:idempotency:', ttlMs = 15 * 60_000, leaseMs = 10_000, secret } = options;
  checkClient(client);
  checkNumber('leaseMs', leaseMs, wholeMs);
  checkNumber('ttlMs', ttlMs, wholeMs);
  if (ttlMs < leaseMs) {
    throw new StartUpError('TW_OPTION_NUMBER', `ttlMs is ${ttlMs}. Give at least leaseMs, which is ${leaseMs}.`);
  }
  const { maxBytes = 256 * 1024 * 1024 } = options;
  checkNumber('maxBytes', maxBytes, byteCount);
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  const memory = new RedisMemory({
    prefix,
    leaseMs,
    trustsEmpty: options.trustEmpty === true,
    mayEvict: options.allowEviction === true,
  });
  return new RedisStore(new Connection(client), memory, new ClaimDigests(prefix, secret), {
    ttlMs,
    leaseMs,
    rooms: [String(maxBytes), String(maxBytesPerOwner)],
  });
}

interface Bounds {
  readonly ttlMs: number;
  readonly leaseMs: number;
  /** How much fits in all, and of one owner. */
  readonly rooms: readonly string[];
}

class RedisStore implements RedisIdempotencyStore {
  readonly leaseMs: number;
  readonly #connection: Connection;
  readonly #memory: RedisMemory;
  readonly #digests: ClaimDigests;
  readonly #ttlMs: number;
  readonly #runKeptMs: string;
  readonly #rooms: readonly string[];

  constructor(connection: Connection, memory: RedisMemory, digests: ClaimDigests, { ttlMs, leaseMs, rooms }: Bounds) {
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
      const [state, closedMs] = this.#memory.read(await answerInTime(asked, this.leaseMs, 'Redis'));
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
