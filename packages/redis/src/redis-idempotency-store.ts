import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Answered, Claim, ClaimResult, IdempotencyStore } from '@toolwire/idempotency';
import { checkDuration } from './check-options.ts';
import { Connection } from './connection.ts';
import { refuseEviction } from './eviction-policy.ts';
import { abandonScript, claimScript, releaseScript, renewScript, settleScript } from './idempotency-scripts.ts';
import type { RedisClient } from './redis-client.ts';

/** How claims and answers are kept on Redis. */
export interface RedisIdempotencyStoreOptions {
  /** In front of every key; `{toolwire}:idempotency:` if left out. Servers that share calls share it. */
  readonly prefix?: string | undefined;
  /** How long answers are kept, in milliseconds; 15 minutes if left out. Longer than your callers go on trying. */
  readonly ttlMs?: number | undefined;
  /** How long a claim outlives its process, in milliseconds; 10 seconds if left out. It is renewed three times as often. */
  readonly leaseMs?: number | undefined;
  /** Keys the digests of inputs, so that who reads Redis cannot try out which input a digest is of. The same in all servers. */
  readonly secret?: string | undefined;
  /** Takes a Redis that drops keys to make room. */
  readonly allowEviction?: boolean | undefined;
}

/** A store that several processes share. */
export interface RedisIdempotencyStore extends IdempotencyStore {
  /** Rejects where Redis does not answer, or is set up to lose claims: to be awaited before a server takes calls. */
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
  checkDuration('leaseMs', leaseMs);
  checkDuration('ttlMs', ttlMs);
  if (ttlMs < leaseMs) throw new RangeError(`ttlMs is ${ttlMs}. Give at least leaseMs, which is ${leaseMs}.`);
  return new RedisStore(new Connection(client), {
    prefix,
    ttlMs,
    leaseMs,
    secret,
    mayEvict: options.allowEviction === true,
  });
}

interface Settings {
  readonly prefix: string;
  readonly ttlMs: number;
  readonly leaseMs: number;
  readonly secret: string | undefined;
  readonly mayEvict: boolean;
}

class RedisStore implements RedisIdempotencyStore {
  readonly leaseMs: number;
  readonly #connection: Connection;
  readonly #settings: Settings;
  readonly #memoryKey: string;
  readonly #runKeptMs: string;
  /** The name by which this process knows what Redis remembers; another one means that Redis has forgotten. */
  #memory = '';
  #checking: Promise<void> | undefined;
  #isReady = false;

  constructor(connection: Connection, settings: Settings) {
    this.#connection = connection;
    this.#settings = settings;
    this.leaseMs = settings.leaseMs;
    this.#memoryKey = `${settings.prefix}memory`;
    this.#runKeptMs = String(Math.max(settings.ttlMs, runKeptMs));
  }

  ready(): Promise<void> {
    this.#checking ??= this.#check();
    return this.#checking;
  }

  claim(claim: Claim): Promise<ClaimResult> {
    return this.#isReady ? this.#claim(claim) : this.ready().then(() => this.#claim(claim));
  }

  #claim(claim: Claim): Promise<ClaimResult> {
    const { leaseMs } = this.#settings;
    const { token, awaited = '', takeOver } = claim;
    const mode = takeOver ? '1' : '0';
    return this.#connection
      .run(
        claimScript,
        [this.#keyOf(claim), this.#memoryKey],
        [this.#digestOf(claim), token, awaited, mode, String(leaseMs), this.#runKeptMs, this.#memory, randomUUID()],
      )
      .then((reply) => this.#read(reply));
  }

  #read(reply: unknown): ClaimResult {
    const [state = '', memory = '', detail = ''] = Array.isArray(reply) ? reply.map(String) : [];
    const known = this.#memory;
    this.#memory = memory;
    // Also where the others had the time to make themselves known again: that answers are lost must not go unheard.
    if (known !== '' && memory !== known) throw hasForgotten();
    switch (state) {
      case 'mine':
      case 'conflict':
      case 'in_doubt':
        return { state };
      case 'running':
        return { state, token: detail };
      case 'answered':
        return { state, text: detail };
      case 'forgotten':
        throw hasForgotten();
      default:
        throw new TypeError(`Redis answered '${state}' to a claim.`);
    }
  }

  async settle(claim: Claim, { fate, text }: Answered): Promise<'settled' | 'taken'> {
    const { ttlMs } = this.#settings;
    const keptMs = fate === 'kept' ? ttlMs : Math.min(handOnMs, ttlMs);
    const values = [this.#digestOf(claim), claim.token, fate, text, String(keptMs)];
    const reply = await this.#connection.run(settleScript, [this.#keyOf(claim)], values);
    return String(reply) === 'taken' ? 'taken' : 'settled';
  }

  release(claim: Claim): Promise<unknown> {
    return this.#connection.run(releaseScript, [this.#keyOf(claim)], [claim.token]);
  }

  abandon(claim: Claim): Promise<unknown> {
    return this.#connection.run(abandonScript, [this.#keyOf(claim)], [claim.token]);
  }

  renew(claims: readonly Claim[]): Promise<unknown> {
    const { leaseMs } = this.#settings;
    const owners = claims.flatMap((claim) => [claim.token, this.#digestOf(claim)]);
    return this.#connection.run(
      renewScript,
      [this.#memoryKey, ...claims.map((claim) => this.#keyOf(claim))],
      [String(leaseMs), this.#runKeptMs, ...owners],
    );
  }

  async #check(): Promise<void> {
    try {
      if (this.#settings.mayEvict) await this.#connection.send(['PING']);
      else await refuseEviction(this.#connection);
      this.#isReady = true;
    } catch (error) {
      // The next call looks again: Redis may be back by then, or set right.
      this.#checking = undefined;
      throw error;
    }
  }

  // A digest, so that keys are short, and tell nothing about callers. JSON.stringify keeps apart what UTF-8 has no bytes for.
  #keyOf({ key }: Claim): string {
    return this.#settings.prefix + createHash('sha256').update(JSON.stringify(key)).digest('base64url');
  }

  #digestOf({ fingerprint }: Claim): string {
    const { secret } = this.#settings;
    const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
    return hash.update(fingerprint).digest('base64url');
  }
}

function hasForgotten(): Error {
  return new Error(
    'Redis has lost what it knew of calls: those with a key wait until the runs that go on are known again, and those that were answered before run again if they are repeated. Let Redis keep its data, as with `appendonly yes`.',
  );
}
