import { checkCount, checkDuration } from './check-options.ts';
import type { Answered, Claim, ClaimResult, IdempotencyStore } from './idempotency-store.ts';

/** How much a memory store remembers, for how long, and by which clock. */
export interface MemoryIdempotencyStoreOptions {
  /** How long answers are kept, in milliseconds; 15 minutes if left out. Longer than your callers go on trying. */
  readonly ttlMs?: number | undefined;
  /** The most answers; 10 000 if left out. Beyond, the older half is forgotten. */
  readonly maxEntries?: number | undefined;
  /** About how many bytes the answers may take, all together; 64 MiB if left out. Beyond, the older half is forgotten. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds of a clock that never goes back; `performance.now` if left out. */
  readonly now?: (() => number) | undefined;
}

/** A store that answers at once. */
export interface MemoryIdempotencyStore extends IdempotencyStore {
  claim(claim: Claim): ClaimResult;
  settle(claim: Claim, answer: Answered): 'settled' | 'taken';
  release(claim: Claim): void;
  abandon(claim: Claim): void;
  renew(): void;
}

/** A claim, and what has become of it. */
interface Entry {
  readonly claim: Claim;
  state: Answered['fate'] | 'running' | 'abandoned';
  answered: Answered | undefined;
  /** In whole milliseconds, which take less room than others. */
  endsAt: number;
}

/** For those who wait for the answer in the same process, and look again within a quarter of a second. */
const handOnMs = 10_000;

/** What an entry takes besides its texts, at most. */
const entryBytes = 512;

/** Makes a store in the memory of this process. It has no timers: what has lapsed is dropped when others come. */
export function createMemoryIdempotencyStore(options: MemoryIdempotencyStoreOptions = {}): MemoryIdempotencyStore {
  const { ttlMs = 15 * 60_000, maxEntries = 10_000, maxBytes = 64 * 1024 * 1024, now } = options;
  checkDuration('ttlMs', ttlMs);
  checkCount('maxEntries', maxEntries, 2);
  checkCount('maxBytes', maxBytes, 2);
  return new MemoryStore({ ttlMs, maxEntries, maxBytes, now: now ?? (() => performance.now()) });
}

interface MemorySettings {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly now: () => number;
}

/**
 * In two generations: when the young one is full, or as old as an answer may get, the old one is dropped. So no call ever has to look
 * for what is too much. Only runs that go on are carried over.
 */
class MemoryStore implements MemoryIdempotencyStore {
  // The owners are in this process: they are lost together, and never one by one.
  readonly leaseMs: number = Number.POSITIVE_INFINITY;
  readonly keepsClaims = true;
  readonly #options: MemorySettings;
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #youngBytes = 0;
  #youngSince: number;
  /** The newest of the young: what is done at once is settled next, and need not be looked up. */
  #newest: Entry | undefined;

  constructor(options: MemorySettings) {
    this.#options = options;
    this.#youngSince = options.now();
  }

  claim(claim: Claim): ClaimResult {
    const { key } = claim;
    const entry = this.#find(key);
    if (entry !== undefined) {
      const result = resultOf(entry, claim, this.#options.now);
      if (result !== mine) return result;
      this.#old.delete(key);
    }
    this.#newest = begun(claim);
    this.#young.set(key, this.#newest);
    return mine;
  }

  settle(claim: Claim, answered: Answered): 'settled' | 'taken' {
    return this.#end(claim, answered.fate, answered);
  }

  release(claim: Claim): void {
    const { key } = claim;
    if (!isOf(this.#find(key), claim)) return;
    this.#young.delete(key);
    this.#old.delete(key);
    this.#newest = undefined;
  }

  abandon(claim: Claim): void {
    if (isOf(this.#find(claim.key), claim)) this.#end(claim, 'abandoned');
  }

  renew(): void {
    // Nothing is lost here one by one.
  }

  #find(key: string): Entry | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  #end(claim: Claim, state: Entry['state'], answered?: Answered): 'settled' | 'taken' {
    const { key, fingerprint } = claim;
    const entry = this.#newest?.claim === claim ? this.#newest : (this.#young.get(key) ?? this.#rejuvenate(claim));
    if (!isOf(entry, claim)) return 'taken';
    const { ttlMs, now } = this.#options;
    const endedAt = now();
    entry.state = state;
    entry.answered = answered;
    entry.endsAt = Math.ceil(endedAt + (state === 'handed_on' ? Math.min(handOnMs, ttlMs) : ttlMs));
    this.#youngBytes += 2 * (key.length + fingerprint.length) + (answered?.bytes ?? 0) + entryBytes;
    this.#ageIfFull(endedAt);
    return 'settled';
  }

  #rejuvenate(claim: Claim): Entry {
    const entry = this.#old.get(claim.key) ?? begun(claim);
    this.#old.delete(claim.key);
    this.#young.set(claim.key, entry);
    return entry;
  }

  #ageIfFull(now: number): void {
    const { ttlMs, maxEntries, maxBytes } = this.#options;
    const isFull = 2 * this.#young.size > maxEntries || 2 * this.#youngBytes > maxBytes;
    if (!isFull && now - this.#youngSince < ttlMs) return;
    for (const [key, entry] of this.#old) if (entry.state === 'running') this.#young.set(key, entry);
    this.#old = this.#young;
    this.#young = new Map();
    this.#newest = undefined;
    this.#youngBytes = 0;
    this.#youngSince = now;
  }
}

const mine: ClaimResult = { state: 'mine' };
const conflict: ClaimResult = { state: 'conflict' };

function isOf(entry: Entry | undefined, claim: Claim): boolean {
  return entry !== undefined && (entry.claim === claim || entry.claim.token === claim.token);
}

function begun(claim: Claim): Entry {
  return { claim, state: 'running', answered: undefined, endsAt: 0 };
}

function resultOf({ claim: earlier, state, answered, endsAt }: Entry, claim: Claim, now: () => number): ClaimResult {
  if (state !== 'running' && endsAt <= now()) return mine;
  if (state === 'handed_on' && claim.awaited !== earlier.token) return mine;
  if (earlier.fingerprint !== claim.fingerprint) return conflict;
  if (answered !== undefined) return { state: 'answered', text: answered.text };
  if (state === 'running')
    return earlier.token === claim.token ? mine : { state, token: earlier.token, claim: earlier };
  return claim.takeOver ? mine : { state: 'in_doubt' };
}
