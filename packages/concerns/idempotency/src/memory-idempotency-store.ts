import {
  bytesOfOwner,
  checkCount,
  checkNames,
  checkNumber,
  defaultResultTtlMs,
  type NamesOf,
  timer,
  ttlOfResult,
} from '@toolwire/internal';
import type { Claim, ClaimResult, ClaimStatus, IdempotencyStore, StoredResult } from './idempotency-store.ts';
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
  const { ttlMs = defaultResultTtlMs, maxEntries = 10_000, maxBytes = 64 * 1024 * 1024 } = options;
  checkNumber('ttlMs', ttlMs, timer);
  checkCount('maxEntries', maxEntries, 2);
  checkCount('maxBytes', maxBytes, 2);
  return new MemoryStore({ ttlMs, maxEntries, maxBytes }, { ttlMs, maxEntries, maxBytes: bytesOfOwner(maxBytes) });
}

/** When the store is full, the owners with the most entries lose them first, so one owner cannot evict the results of a smaller one. */
class MemoryStore implements MemoryIdempotencyStore {
  // The work runs in this process, and is lost only together with the store.
  readonly leaseMs: number = Number.POSITIVE_INFINITY;
  readonly ttlMs: number;
  readonly keepsClaims = true;
  readonly #limits: EntryLimits;
  readonly #ownerLimits: EntryLimits;
  readonly #owners = new Map<string | undefined, OwnerEntries>();
  readonly #usage: StoreUsage = { results: 0, bytes: 0 };
  #evictedAt: number;
  /** Successive calls often have the same owner. */
  #newest: OwnerEntries | undefined;
  #newestOwner: string | undefined;

  constructor(limits: EntryLimits, ownerLimits: EntryLimits) {
    this.ttlMs = limits.ttlMs;
    this.#limits = limits;
    this.#ownerLimits = ownerLimits;
    this.#evictedAt = performance.now();
  }

  claim(claim: Claim): ClaimResult {
    const entries = this.#entriesOf(claim);
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
    const entry = this.#find(claim);
    if (entry !== undefined && isHeldBy(entry, claim)) this.#owners.get(claim.owner)?.remove(entry);
  }

  abandon(claim: Claim): void {
    if (isHeldBy(this.#find(claim), claim)) this.#end(claim, 'abandoned');
  }

  renew(): void {
    // Claims of this store have no leases.
  }

  cancel(key: string, owner?: string): void {
    const entry = this.#find({ key, owner });
    if (entry?.state === 'running') signalsOf(entry).isCancelled = true;
  }

  status(claims: readonly Claim[]): readonly ClaimStatus[] {
    const now = performance.now();
    return claims.map((claim) => {
      const entry = this.#find(claim);
      const signals = isHeldBy(entry, claim) ? entry?.signals : undefined;
      return {
        isCancelled: signals?.isCancelled === true,
        awaitedMs: now - (signals?.awaitedAt ?? Number.NEGATIVE_INFINITY),
      };
    });
  }

  #find({ key, owner }: Pick<Claim, 'key' | 'owner'>): Entry | undefined {
    return this.#owners.get(owner)?.find(key);
  }

  #entriesOf({ owner }: Claim): OwnerEntries {
    if (this.#newest !== undefined && owner === this.#newestOwner) return this.#newest;
    let entries = this.#owners.get(owner);
    if (entries === undefined) {
      entries = new OwnerEntries(
        owner === undefined ? this.#limits : this.#ownerLimits,
        this.#usage,
        performance.now(),
      );
      this.#owners.set(owner, entries);
    }
    this.#newest = entries;
    this.#newestOwner = owner;
    return entries;
  }

  #end(claim: Claim, state: Entry['state'], stored?: StoredResult): 'settled' | 'taken' {
    const entries = this.#entriesOf(claim);
    const entry = entries.findOrAdd(claim);
    if (!isHeldBy(entry, claim)) return 'taken';
    const { ttlMs } = this.#limits;
    const endedAt = performance.now();
    entries.uncount(entry);
    end(entry, state, stored, Math.ceil(endedAt + (state === 'delivered' ? ttlOfResult(state, ttlMs) : ttlMs)));
    entries.count(entry, endedAt);
    if (this.#isFull || endedAt - this.#evictedAt >= ttlMs) this.#evict(endedAt);
    return 'settled';
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
