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

/** Entries of about the same age. */
class Generation {
  readonly entries = new Map<string, Entry>();
  /** Of work that has ended: runs that go on have an end of their own. */
  answers = 0;
  bytes = 0;
}

/**
 * What is kept of one owner, in two generations: when the young one is full, or as old as an answer may get, the old one is dropped. So
 * no call ever has to look for what has lapsed. Only runs that go on are carried over.
 */
export class MemoryShare {
  readonly #limits: ShareLimits;
  readonly #ofAll: Kept;
  #young = new Generation();
  /** What is done at once ends next, and need not be looked up. */
  #newest: Entry | undefined;
  #old = new Generation();
  #youngSince: number;

  constructor(limits: ShareLimits, ofAll: Kept, now: number) {
    this.#limits = limits;
    this.#ofAll = ofAll;
    this.#youngSince = now;
  }

  get answers(): number {
    return this.#young.answers + this.#old.answers;
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

  /** The entry of a claim's key, which is to end. */
  ending(claim: Claim): Entry {
    if (this.#newest?.claim === claim) return this.#newest;
    return this.find(claim.key) ?? this.add(begun(claim));
  }

  /** Keeps an entry as one of the young, where none of its key is kept. */
  add(entry: Entry): Entry {
    this.#young.entries.set(entry.claim.key, entry);
    this.#newest = entry;
    return entry;
  }

  remove(entry: Entry): void {
    this.discount(entry);
    this.#newest = undefined;
    this.#young.entries.delete(entry.claim.key);
    this.#old.entries.delete(entry.claim.key);
  }

  /** Takes an entry out of the count, before it ends in another way. */
  discount(entry: Entry): void {
    if (hasEnded(entry)) this.#count(this.#generationOf(entry), -1, -bytesOf(entry));
  }

  /** Counts an entry that has ended, and makes room for it. */
  count(entry: Entry, now: number): void {
    // Its time begins anew.
    if (entry !== this.#newest && this.#old.entries.delete(entry.claim.key)) this.add(entry);
    this.#count(this.#young, 1, bytesOf(entry));
    this.#ageIfFull(now);
    const { maxBytes } = this.#limits;
    if (this.bytes > maxBytes) this.shrinkTo(maxBytes / 2, entry);
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
    const isFull = 2 * this.#young.entries.size > maxEntries || this.answers > maxEntries;
    if (isFull || now - this.#youngSince >= ttlMs) this.#age(now);
  }

  #age(now: number): void {
    const { entries, answers, bytes } = this.#old;
    // To look at each would cost as much as to keep it: most are in no cache any longer.
    if (entries.size > answers) {
      for (const [key, entry] of entries) if (!hasEnded(entry)) this.#young.entries.set(key, entry);
    }
    this.#count(this.#old, -answers, -bytes);
    this.#old = this.#young;
    this.#young = new Generation();
    this.#newest = undefined;
    this.#youngSince = now;
  }

  /** Lets go of the oldest answers until so many bytes are left, of the newest last. */
  shrinkTo(bytes: number, newest?: Entry): void {
    for (const generation of [this.#old, this.#young]) {
      for (const entry of generation.entries.values()) {
        if (this.bytes <= bytes) return;
        if (entry !== newest) this.#count(generation, 0, -shrink(entry));
      }
    }
    if (newest !== undefined && this.bytes > this.#limits.maxBytes) {
      this.#count(this.#generationOf(newest), 0, -shrink(newest));
    }
  }

  /** Forgets the oldest entries until so many are left. */
  forgetTo(answers: number): void {
    for (const generation of [this.#old, this.#young]) {
      for (const entry of generation.entries.values()) {
        if (this.answers <= answers) return;
        if (hasEnded(entry)) this.remove(entry);
      }
    }
  }

  #generationOf(entry: Entry): Generation {
    return this.#young.entries.get(entry.claim.key) === entry ? this.#young : this.#old;
  }

  #count(generation: Generation, answers: number, bytes: number): void {
    generation.answers += answers;
    generation.bytes += bytes;
    this.#ofAll.answers += answers;
    this.#ofAll.bytes += bytes;
  }
}
