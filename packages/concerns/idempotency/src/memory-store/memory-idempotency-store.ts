import {
  bytesOfOwner,
  checkCount,
  checkNames,
  checkNumber,
  type NamesOf,
  timer,
  ttlOfResult,
} from '@toolwire/internal';
import type { Claim, ClaimResult, ClaimStatus, IdempotencyStore, StoredResult } from '../idempotency-store.ts';
import { acquired, type Entry, end, isAwaitedBy, isHeldBy, newEntry, resultOf, signalsOf } from './memory-entry.ts';
import { type EntryLimits, OwnerEntries, type StoreUsage } from './owner-entries.ts';

/** Limits of a memory store. */
export interface MemoryIdempotencyStoreOptions {
  /** How long results are stored, in milliseconds; longer than your callers retry. Default: 15 minutes. */
  readonly ttlMs?: number | undefined;
  /** The most results. Above it, the owners with the most lose their older half. Default: 10 000. */
  readonly maxEntries?: number | undefined;
  /** The approximate size of all results, in bytes. Above it, the owners with the most lose their oldest results. Default: 64 MiB. */
  readonly maxBytes?: number | undefined;
}

/** A synchronous store. */
export interface MemoryIdempotencyStore extends IdempotencyStore {
  claim(claim: Claim): ClaimResult;
  settle(claim: Claim, result: StoredResult): 'settled' | 'taken';
  release(claim: Claim): void;
  abandon(claim: Claim): void;
  renew(): void;
  cancel(key: string, owner?: string): void;
  status(claims: readonly Claim[]): readonly ClaimStatus[];
}

const optionNames: NamesOf<MemoryIdempotencyStoreOptions> = { ttlMs: true, maxEntries: true, maxBytes: true };

/** Creates a store in the memory of this process. It has no timers: expired entries are dropped by later calls. */
export function createMemoryIdempotencyStore(options: MemoryIdempotencyStoreOptions = {}): MemoryIdempotencyStore {
  checkNames('createMemoryIdempotencyStore()', options, optionNames);
  const { ttlMs = 15 * 60_000, maxEntries = 10_000, maxBytes = 64 * 1024 * 1024 } = options;
  checkNumber('ttlMs', ttlMs, timer);
  checkCount('maxEntries', maxEntries, 2);
  checkCount('maxBytes', maxBytes, 2);
  return new MemoryStore({ ttlMs, maxEntries, maxBytes });
}

/** A store in the memory of one process. */
class MemoryStore implements MemoryIdempotencyStore {
  // The work runs in this process, and is lost only together with the store.
  readonly leaseMs: number = Number.POSITIVE_INFINITY;
  readonly ttlMs: number;
  readonly keepsClaims = true;
  readonly #entries: StoreEntries;

  constructor(limits: EntryLimits) {
    this.ttlMs = limits.ttlMs;
    this.#entries = new StoreEntries(limits);
  }

  claim(claim: Claim): ClaimResult {
    const entries = this.#entries.of(claim.owner);
    const entry = entries.find(claim.key);
    if (entry !== undefined) {
      if (isAwaitedBy(claim, entry)) signalsOf(entry).awaitedAt = performance.now();
      const result = resultOf(entry, claim);
      // A caller gets this result now, so a later result of the earlier claim no longer counts.
      if (result.state === 'in_doubt') entry.state = 'in_doubt';
      if (result !== acquired) return result;
      entries.remove(entry);
    }
    entries.add(newEntry(claim));
    return acquired;
  }

  settle(claim: Claim, stored: StoredResult): 'settled' | 'taken' {
    return this.#end(claim, stored.retention, stored);
  }

  release(claim: Claim): void {
    const entry = this.#entries.find(claim);
    if (entry !== undefined && isHeldBy(entry, claim)) this.#entries.of(claim.owner).remove(entry);
  }

  abandon(claim: Claim): void {
    if (isHeldBy(this.#entries.find(claim), claim)) this.#end(claim, 'abandoned');
  }

  renew(): void {
    // Claims of this store have no leases.
  }

  cancel(key: string, owner?: string): void {
    const entry = this.#entries.find({ key, owner });
    if (entry?.state === 'running') signalsOf(entry).isCanceled = true;
  }

  status(claims: readonly Claim[]): readonly ClaimStatus[] {
    const now = performance.now();
    return claims.map((claim) => {
      const entry = this.#entries.find(claim);
      const signals = isHeldBy(entry, claim) ? entry?.signals : undefined;
      return {
        isCanceled: signals?.isCanceled === true,
        awaitedMs: now - (signals?.awaitedAt ?? Number.NEGATIVE_INFINITY),
      };
    });
  }

  #end(claim: Claim, state: Entry['state'], stored?: StoredResult): 'settled' | 'taken' {
    const entries = this.#entries.of(claim.owner);
    const entry = entries.findOrAdd(claim);
    if (!isHeldBy(entry, claim)) return 'taken';
    const { ttlMs } = this;
    const endedAt = performance.now();
    entries.uncount(entry);
    end(entry, state, stored, Math.ceil(endedAt + (state === 'delivered' ? ttlOfResult(state, ttlMs) : ttlMs)));
    entries.count(entry, endedAt);
    this.#entries.evictIfNeeded(endedAt);
    return 'settled';
  }
}

/**
 * The entries of all owners. While they are too many or too large, the owners with more than half of the largest share lose half of their
 * entries in each round, so one owner cannot evict the results of another with less than half of its share.
 */
class StoreEntries {
  readonly #limits: EntryLimits;
  readonly #ownerLimits: EntryLimits;
  readonly #owners = new Map<string | undefined, OwnerEntries>();
  readonly #usage: StoreUsage = { results: 0, bytes: 0 };
  #evictedAt: number;
  /** Successive calls often have the same owner. */
  #newest: OwnerEntries | undefined;
  #newestOwner: string | undefined;

  constructor(limits: EntryLimits) {
    this.#limits = limits;
    this.#ownerLimits = { ...limits, maxBytes: bytesOfOwner(limits.maxBytes) };
    this.#evictedAt = performance.now();
  }

  find({ key, owner }: Pick<Claim, 'key' | 'owner'>): Entry | undefined {
    return this.#owners.get(owner)?.find(key);
  }

  of(owner: string | undefined): OwnerEntries {
    if (this.#newest !== undefined && owner === this.#newestOwner) return this.#newest;
    let entries = this.#owners.get(owner);
    if (entries === undefined) {
      const limits = owner === undefined ? this.#limits : this.#ownerLimits;
      entries = new OwnerEntries(limits, this.#usage, performance.now());
      this.#owners.set(owner, entries);
    }
    this.#newest = entries;
    this.#newestOwner = owner;
    return entries;
  }

  /** Drops entries above the limits, and once per TTL those of idle owners. */
  evictIfNeeded(now: number): void {
    if (this.#isFull || now - this.#evictedAt >= this.#limits.ttlMs) this.#evict(now);
  }

  get #isFull(): boolean {
    return this.#usage.results > this.#limits.maxEntries || this.#usage.bytes > this.#limits.maxBytes;
  }

  #evict(now: number): void {
    this.#evictedAt = now;
    this.#newest = undefined;
    for (const [owner, entries] of this.#owners) {
      entries.dropExpired(now);
      if (entries.isEmpty) this.#owners.delete(owner);
    }
    while (this.#isFull) {
      let maxFraction = 0;
      for (const entries of this.#owners.values()) maxFraction = Math.max(maxFraction, this.#fractionOf(entries));
      for (const entries of this.#owners.values()) {
        if (2 * this.#fractionOf(entries) > maxFraction) this.#halve(entries);
      }
    }
  }

  /** The fraction of the store that an owner uses. */
  #fractionOf({ results, bytes }: OwnerEntries): number {
    return Math.max(results / this.#limits.maxEntries, bytes / this.#limits.maxBytes);
  }

  /** If the size is the problem, results are dropped before entries. */
  #halve(entries: OwnerEntries): void {
    const [results, bytes] = [Math.floor(entries.results / 2), entries.bytes / 2];
    if (this.#usage.results <= this.#limits.maxEntries) entries.dropResultsTo(bytes);
    if (entries.bytes > bytes) entries.removeEntriesTo(results);
  }
}
