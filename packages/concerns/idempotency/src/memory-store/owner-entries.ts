import type { Claim } from '../idempotency-store.ts';
import { bytesOf, dropResult, type Entry, hasEnded, newEntry } from './memory-entry.ts';

/** The size of a whole memory store. */
export interface StoreUsage {
  results: number;
  bytes: number;
}

/** The limits of one owner. */
export interface EntryLimits {
  readonly ttlMs: number;
  readonly maxEntries: number;
  /** Above it, the oldest results are dropped. */
  readonly maxBytes: number;
}

/** Entries of about the same age. */
class Generation {
  readonly entries = new Map<string, Entry>();
  /** Counts ended work only; running work is not limited here. */
  results = 0;
  bytes = 0;
}

/**
 * The entries of one owner, in two generations. When the young one is full or has reached the TTL, the old one is dropped, so no
 * call searches for expired entries. Running work moves to the next generation.
 */
export class OwnerEntries {
  readonly #limits: EntryLimits;
  readonly #storeUsage: StoreUsage;
  #young = new Generation();
  /** Synchronous work ends right after its claim, and needs no lookup. */
  #newest: Entry | undefined;
  #old = new Generation();
  #youngSince: number;

  constructor(limits: EntryLimits, storeUsage: StoreUsage, now: number) {
    this.#limits = limits;
    this.#storeUsage = storeUsage;
    this.#youngSince = now;
  }

  get results(): number {
    return this.#young.results + this.#old.results;
  }

  get bytes(): number {
    return this.#young.bytes + this.#old.bytes;
  }

  get isEmpty(): boolean {
    return this.#young.entries.size === 0 && this.#old.entries.size === 0;
  }

  find(key: string): Entry | undefined {
    return this.#young.entries.get(key) ?? this.#old.entries.get(key);
  }

  /** Finds the entry of a claim, or adds one. */
  findOrAdd(claim: Claim): Entry {
    if (this.#newest?.claim === claim) return this.#newest;
    return this.find(claim.key) ?? this.add(newEntry(claim));
  }

  /** Adds an entry for a key that has none. */
  add(entry: Entry): Entry {
    this.#young.entries.set(entry.claim.key, entry);
    this.#newest = entry;
    return entry;
  }

  remove(entry: Entry): void {
    this.uncount(entry);
    this.#newest = undefined;
    this.#young.entries.delete(entry.claim.key);
    this.#old.entries.delete(entry.claim.key);
  }

  /** Removes an entry from the counts, before its state changes. */
  uncount(entry: Entry): void {
    if (hasEnded(entry)) this.#count(this.#generationOf(entry), -1, -bytesOf(entry));
  }

  /** Counts an ended entry, and frees memory for it. */
  count(entry: Entry, now: number): void {
    // Its TTL restarts.
    if (entry !== this.#newest && this.#old.entries.delete(entry.claim.key)) this.add(entry);
    this.#count(this.#young, 1, bytesOf(entry));
    this.#ageIfFull(now);
    const { maxBytes } = this.#limits;
    if (this.bytes > maxBytes) this.dropResultsTo(maxBytes / 2, entry);
  }

  /** Drops expired entries of an idle owner. */
  dropExpired(now: number): void {
    const idleMs = now - this.#youngSince;
    if (idleMs >= this.#limits.ttlMs) this.#age(now);
    // The young generation has expired too.
    if (idleMs >= 2 * this.#limits.ttlMs) this.#age(now);
  }

  #ageIfFull(now: number): void {
    const { ttlMs, maxEntries } = this.#limits;
    // Above the limit, the whole old generation is dropped, which needs no search.
    const isFull = 2 * this.#young.entries.size > maxEntries || this.results > maxEntries;
    if (isFull || now - this.#youngSince >= ttlMs) this.#age(now);
  }

  #age(now: number): void {
    const { entries, results, bytes } = this.#old;
    // Iterating is slow, as most entries are not in the CPU cache. Skip it if nothing runs.
    if (entries.size > results) {
      for (const [key, entry] of entries) if (!hasEnded(entry)) this.#young.entries.set(key, entry);
    }
    this.#count(this.#old, -results, -bytes);
    this.#old = this.#young;
    this.#young = new Generation();
    this.#newest = undefined;
    this.#youngSince = now;
  }

  /** Drops the oldest results down to this size, and the result of `newest` last. */
  dropResultsTo(bytes: number, newest?: Entry): void {
    for (const generation of [this.#old, this.#young]) {
      for (const entry of generation.entries.values()) {
        if (this.bytes <= bytes) return;
        if (entry !== newest) this.#count(generation, 0, -dropResult(entry));
      }
    }
    if (newest !== undefined && this.bytes > this.#limits.maxBytes) {
      this.#count(this.#generationOf(newest), 0, -dropResult(newest));
    }
  }

  /** Removes the oldest entries down to this number. */
  removeEntriesTo(results: number): void {
    for (const generation of [this.#old, this.#young]) {
      for (const entry of generation.entries.values()) {
        if (this.results <= results) return;
        if (hasEnded(entry)) this.remove(entry);
      }
    }
  }

  #generationOf(entry: Entry): Generation {
    return this.#young.entries.get(entry.claim.key) === entry ? this.#young : this.#old;
  }

  #count(generation: Generation, results: number, bytes: number): void {
    generation.results += results;
    generation.bytes += bytes;
    this.#storeUsage.results += results;
    this.#storeUsage.bytes += bytes;
  }
}
