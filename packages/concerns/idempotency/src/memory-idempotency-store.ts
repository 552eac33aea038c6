import { checkCount, checkNames, checkNumber, type NamesOf, timer } from '@toolwire/internal';
import type { Answered, Claim, ClaimNews, ClaimResult, IdempotencyStore } from './idempotency-store.ts';
import { begun, type Entry, end, isAwaitedBy, isOf, mine, resultOf, signsOf } from './memory-entry.ts';
import { type Kept, MemoryShare, type ShareLimits } from './memory-share.ts';

/** How much a memory store remembers, for how long, and by which clock. */
export interface MemoryIdempotencyStoreOptions {
  /** How long answers are kept, in milliseconds; 15 minutes if left out. Longer than your callers go on trying. */
  readonly ttlMs?: number | undefined;
  /** The most answers; 10 000 if left out. Beyond, the older half is forgotten of whoever keeps the most. */
  readonly maxEntries?: number | undefined;
  /** About how many bytes the answers may take, all together; 64 MiB if left out. Beyond, whoever keeps the most gives way. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; a quarter if left out. Beyond, the oldest of the same owner are kept as no more than that the work is done. */
  readonly maxBytesPerOwner?: number | undefined;
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
  cancel(key: string, owner?: string): void;
  news(claims: readonly Claim[]): readonly ClaimNews[];
}

/** For those who wait for the answer in the same process, and look again within a quarter of a second. */
const handOnMs = 10_000;

const optionNames: NamesOf<MemoryIdempotencyStoreOptions> = {
  ttlMs: true,
  maxEntries: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  now: true,
};

/** Makes a store in the memory of this process. It has no timers: what has lapsed is dropped when others come. */
export function createMemoryIdempotencyStore(options: MemoryIdempotencyStoreOptions = {}): MemoryIdempotencyStore {
  checkNames('createMemoryIdempotencyStore()', options, optionNames);
  const { ttlMs = 15 * 60_000, maxEntries = 10_000, maxBytes = 64 * 1024 * 1024, now } = options;
  checkNumber('ttlMs', ttlMs, timer);
  checkCount('maxEntries', maxEntries, 2);
  checkCount('maxBytes', maxBytes, 2);
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkCount('maxBytesPerOwner', maxBytesPerOwner, 1);
  return new MemoryStore(
    { ttlMs, maxEntries, maxBytes },
    { ttlMs, maxEntries, maxBytes: Math.min(maxBytesPerOwner, maxBytes) },
    now ?? (() => performance.now()),
  );
}

/** Where one owner keeps more than the others, it is that one who gives way when all is full: nobody pushes out who keeps less. */
class MemoryStore implements MemoryIdempotencyStore {
  // Those who work are in this process: they are lost together, and never one by one.
  readonly leaseMs: number = Number.POSITIVE_INFINITY;
  readonly keepsClaims = true;
  readonly #limits: ShareLimits;
  readonly #ofOne: ShareLimits;
  readonly #now: () => number;
  readonly #shares = new Map<string | undefined, MemoryShare>();
  readonly #kept: Kept = { answers: 0, bytes: 0 };
  #sweptAt: number;
  /** Whoever has come last comes next, as a rule. */
  #newest: MemoryShare | undefined;
  #newestOwner: string | undefined;

  constructor(limits: ShareLimits, ofOne: ShareLimits, now: () => number) {
    this.#limits = limits;
    this.#ofOne = ofOne;
    this.#now = now;
    this.#sweptAt = now();
  }

  claim(claim: Claim): ClaimResult {
    const share = this.#shareOf(claim);
    const entry = share.find(claim.key);
    if (entry !== undefined) {
      if (isAwaitedBy(claim, entry)) signsOf(entry).awaitedAt = this.#now();
      const result = resultOf(entry, claim, this.#now);
      if (result !== mine) return result;
      share.remove(entry);
    }
    share.add(begun(claim));
    return mine;
  }

  settle(claim: Claim, answered: Answered): 'settled' | 'taken' {
    return this.#end(claim, answered.fate, answered);
  }

  release(claim: Claim): void {
    const entry = this.#find(claim);
    if (entry !== undefined && isOf(entry, claim)) this.#shares.get(claim.owner)?.remove(entry);
  }

  abandon(claim: Claim): void {
    if (isOf(this.#find(claim), claim)) this.#end(claim, 'abandoned');
  }

  renew(): void {
    // Nothing is lost here one by one.
  }

  cancel(key: string, owner?: string): void {
    const entry = this.#find({ key, owner });
    if (entry?.state === 'running') signsOf(entry).isCancelled = true;
  }

  news(claims: readonly Claim[]): readonly ClaimNews[] {
    const now = this.#now();
    return claims.map((claim) => {
      const entry = this.#find(claim);
      const signs = isOf(entry, claim) ? entry?.signs : undefined;
      return {
        isCancelled: signs?.isCancelled === true,
        awaitedMs: now - (signs?.awaitedAt ?? Number.NEGATIVE_INFINITY),
      };
    });
  }

  #find({ key, owner }: Pick<Claim, 'key' | 'owner'>): Entry | undefined {
    return this.#shares.get(owner)?.find(key);
  }

  #shareOf({ owner }: Claim): MemoryShare {
    if (this.#newest !== undefined && owner === this.#newestOwner) return this.#newest;
    let share = this.#shares.get(owner);
    if (share === undefined) {
      share = new MemoryShare(owner === undefined ? this.#limits : this.#ofOne, this.#kept, this.#now());
      this.#shares.set(owner, share);
    }
    this.#newest = share;
    this.#newestOwner = owner;
    return share;
  }

  #end(claim: Claim, state: Entry['state'], answered?: Answered): 'settled' | 'taken' {
    const share = this.#shareOf(claim);
    const entry = share.ending(claim);
    if (!isOf(entry, claim)) return 'taken';
    const { ttlMs } = this.#limits;
    const endedAt = this.#now();
    share.discount(entry);
    end(entry, state, answered, Math.ceil(endedAt + (state === 'handed_on' ? Math.min(handOnMs, ttlMs) : ttlMs)));
    share.count(entry, endedAt);
    if (this.#isFull || endedAt - this.#sweptAt >= ttlMs) this.#makeRoom(endedAt);
    return 'settled';
  }

  get #isFull(): boolean {
    return this.#kept.answers > this.#limits.maxEntries || this.#kept.bytes > this.#limits.maxBytes;
  }

  #makeRoom(now: number): void {
    this.#sweptAt = now;
    this.#newest = undefined;
    for (const [owner, share] of this.#shares) {
      share.lapse(now);
      if (share.isEmpty) this.#shares.delete(owner);
    }
    while (this.#isFull) {
      let most = 0;
      for (const share of this.#shares.values()) most = Math.max(most, this.#partOf(share));
      for (const share of this.#shares.values()) if (2 * this.#partOf(share) > most) this.#halve(share);
    }
  }

  /** How much of all the room a share takes. */
  #partOf({ answers, bytes }: MemoryShare): number {
    return Math.max(answers / this.#limits.maxEntries, bytes / this.#limits.maxBytes);
  }

  /** Where it is bytes that are too many, answers go before what is known of calls. */
  #halve(share: MemoryShare): void {
    const [answers, bytes] = [Math.floor(share.answers / 2), share.bytes / 2];
    if (this.#kept.answers <= this.#limits.maxEntries) share.shrinkTo(bytes);
    if (share.bytes > bytes) share.forgetTo(answers);
  }
}
