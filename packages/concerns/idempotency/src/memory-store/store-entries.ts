import { bytesOfOwner } from '@toolwire/internal';
import type { Claim } from '../idempotency-store.ts';
import type { Entry } from './memory-entry.ts';
import { type EntryLimits, OwnerEntries, type StoreUsage } from './owner-entries.ts';

/**
 * The entries of all owners. While they are too many or too large, the owners with more than half of the largest share lose half of their
 * entries in each round, so one owner cannot evict the results of another with less than half of its share.
 */
export class StoreEntries {
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
