import type { Claim } from './idempotency-store.ts';
import { begun, bytesOf, type Entry, hasEnded, shrink } from './memory-entry.ts';

/** What a memory store keeps, of everybody together. */
export interface Kept {
  answers: number;
  bytes: number;
}

/** How much one owner may keep. */
export interface ShareLimits {
  readonly ttlMs: number;
  readonly maxEntries: number;
  /** Beyond, the oldest answers are let go of. */
  readonly maxBytes: number;
}

/**
 * What is kept of one owner, in two generations: when the young one is full, or as old as an answer may get, the old one is dropped. So
 * no call ever has to look for what has lapsed. Only runs that go on are carried over.
 */
export class MemoryShare {
  readonly #limits: ShareLimits;
  readonly #ofAll: Kept;
  #young = new Map<string, Entry>();
  /** What is done at once ends next, and need not be looked up. */
  #newest: Entry | undefined;
  #old = new Map<string, Entry>();
  #youngSince: number;
  /** Of work that has ended: runs that go on have an end of their own. */
  #answers = 0;
  #bytes = 0;

  constructor(limits: ShareLimits, ofAll: Kept, now: number) {
    this.#limits = limits;
    this.#ofAll = ofAll;
    this.#youngSince = now;
  }

  get answers(): number {
    return this.#answers;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0;
  }

  find(key: string): Entry | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** The entry of a claim's key, which is to end. */
  ending(claim: Claim): Entry {
    if (this.#newest?.claim === claim) return this.#newest;
    return this.find(claim.key) ?? this.add(begun(claim));
  }

  /** Keeps an entry as one of the young, where none of its key is kept. */
  add(entry: Entry): Entry {
    this.#young.set(entry.claim.key, entry);
    this.#newest = entry;
    return entry;
  }

  remove(entry: Entry): void {
    this.discount(entry);
    this.#newest = undefined;
    this.#young.delete(entry.claim.key);
    this.#old.delete(entry.claim.key);
  }

  /** Takes an entry out of the count, before it ends in another way. */
  discount(entry: Entry): void {
    if (hasEnded(entry)) this.#count(-1, -bytesOf(entry));
  }

  /** Counts an entry that has ended, and makes room for it. */
  count(entry: Entry, now: number): void {
    this.#count(1, bytesOf(entry));
    // Its time begins anew.
    if (entry !== this.#newest && this.#old.delete(entry.claim.key)) this.add(entry);
    this.#ageIfFull(now);
    const { maxBytes } = this.#limits;
    if (this.#bytes > maxBytes) this.shrinkTo(maxBytes / 2, entry);
  }

  /** Drops what has lapsed, where nothing may have come for long. */
  lapse(now: number): void {
    const idleMs = now - this.#youngSince;
    if (idleMs >= this.#limits.ttlMs) this.#age(now);
    // By now the young ones have lapsed as well.
    if (idleMs >= 2 * this.#limits.ttlMs) this.#age(now);
  }

  #ageIfFull(now: number): void {
    const { ttlMs, maxEntries } = this.#limits;
    // Of answers that are too many the old generation is dropped at once, before they would be looked for one by one.
    const isFull = 2 * this.#young.size > maxEntries || this.#answers > maxEntries;
    if (isFull || now - this.#youngSince >= ttlMs) this.#age(now);
  }

  #age(now: number): void {
    for (const [key, entry] of this.#old) {
      if (hasEnded(entry)) this.#count(-1, -bytesOf(entry));
      else this.#young.set(key, entry);
    }
    this.#old = this.#young;
    this.#young = new Map();
    this.#newest = undefined;
    this.#youngSince = now;
  }

  /** Lets go of the oldest answers until so many bytes are left, of the newest last. */
  shrinkTo(bytes: number, newest?: Entry): void {
    for (const generation of [this.#old, this.#young]) {
      for (const entry of generation.values()) {
        if (this.#bytes <= bytes) return;
        if (entry !== newest) this.#count(0, -shrink(entry));
      }
    }
    if (newest !== undefined && this.#bytes > this.#limits.maxBytes) this.#count(0, -shrink(newest));
  }

  /** Forgets the oldest entries until so many are left. */
  forgetTo(answers: number): void {
    for (const generation of [this.#old, this.#young]) {
      for (const entry of generation.values()) {
        if (this.#answers <= answers) return;
        if (hasEnded(entry)) this.remove(entry);
      }
    }
  }

  #count(answers: number, bytes: number): void {
    this.#answers += answers;
    this.#bytes += bytes;
    this.#ofAll.answers += answers;
    this.#ofAll.bytes += bytes;
  }
}
