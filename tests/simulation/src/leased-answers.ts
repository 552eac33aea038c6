import type { Claim, ClaimResult, ClaimStatus, StoredResult } from '@toolwire/idempotency';

interface Entry {
  claim: Pick<Claim, 'fingerprint' | 'token'>;
  state: 'running' | 'stored' | 'delivered' | 'in_doubt';
  text: string | undefined;
  leasedUntil: number;
  endsAt: number;
  isCanceled: boolean;
  awaitedAt: number;
}

/** Waiting claims poll at least this often. */
const deliveryMs = 10_000;

/** The idempotency keys of a database that outlives its clients: claims have leases, like those on Redis and PostgreSQL. */
export class LeasedAnswers {
  readonly #entries = new Map<string, Entry>();
  readonly #leaseMs: number;
  readonly #ttlMs: number;
  readonly #now: () => number;

  constructor(leaseMs: number, ttlMs: number, now: () => number) {
    this.#leaseMs = leaseMs;
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  claim(claim: Claim): ClaimResult {
    const entry = this.#entries.get(claim.key);
    if (entry === undefined || this.#isOver(entry, claim)) return this.#acquire(claim);
    if (entry.claim.fingerprint !== claim.fingerprint) return { state: 'conflict' };
    if (entry.text !== undefined) return { state: 'completed', text: entry.text };
    if (entry.state === 'running') {
      const { token } = entry.claim;
      if (token === claim.token) return this.#acquire(claim);
      if (claim.awaited === token) entry.awaitedAt = this.#now();
      if (entry.leasedUntil > this.#now()) return { state: 'running', token };
    }
    if (claim.takeOver) return this.#acquire(claim);
    Object.assign(entry, { state: 'in_doubt', endsAt: this.#now() + this.#ttlMs });
    return { state: 'in_doubt' };
  }

  settle(claim: Claim, { retention, text }: Pick<StoredResult, 'retention' | 'text'>): 'settled' | 'taken' {
    const entry = this.#entries.get(claim.key) ?? this.#add(claim);
    if (!isHeld(entry, claim)) return 'taken';
    const ttlMs = retention === 'stored' ? this.#ttlMs : Math.min(deliveryMs, this.#ttlMs);
    Object.assign(entry, { state: retention, text, endsAt: this.#now() + ttlMs });
    return 'settled';
  }

  release(claim: Claim): void {
    if (isHeld(this.#entries.get(claim.key), claim)) this.#entries.delete(claim.key);
  }

  abandon(claim: Claim): void {
    const entry = this.#entries.get(claim.key);
    if (isHeld(entry, claim) && entry?.state === 'running') entry.leasedUntil = this.#now();
  }

  renew(claims: readonly Claim[]): void {
    for (const claim of claims) {
      const entry = this.#entries.get(claim.key) ?? this.#add(claim);
      if (isHeld(entry, claim)) entry.leasedUntil = this.#now() + this.#leaseMs;
    }
  }

  cancel(key: string): void {
    const entry = this.#entries.get(key);
    if (entry?.state === 'running') entry.isCanceled = true;
  }

  status(claims: readonly Claim[]): ClaimStatus[] {
    return claims.map((claim) => {
      const entry = this.#entries.get(claim.key);
      const own = isHeld(entry, claim) ? entry : undefined;
      const awaitedMs = this.#now() - (own?.awaitedAt ?? Number.NEGATIVE_INFINITY);
      return { isCanceled: own?.isCanceled === true, awaitedMs };
    });
  }

  /** Whether a claim may ignore the entry: it has expired, or was handed on to other claims. */
  #isOver({ state, claim, endsAt }: Entry, { awaited }: Claim): boolean {
    if (state === 'running') return false;
    return endsAt <= this.#now() || (state === 'delivered' && awaited !== claim.token);
  }

  #acquire(claim: Claim): ClaimResult {
    this.#add(claim);
    return { state: 'acquired' };
  }

  #add({ key, fingerprint, token }: Claim): Entry {
    const entry: Entry = {
      claim: { fingerprint, token },
      state: 'running',
      text: undefined,
      leasedUntil: this.#now() + this.#leaseMs,
      endsAt: 0,
      isCanceled: false,
      awaitedAt: Number.NEGATIVE_INFINITY,
    };
    this.#entries.set(key, entry);
    return entry;
  }
}

function isHeld(entry: Entry | undefined, { token }: Claim): boolean {
  return entry !== undefined && entry.state !== 'in_doubt' && entry.claim.token === token;
}
