import type { MaybePromise } from '@toolwire/internal';

/** A request to run the work of a key. */
export interface Claim {
  readonly key: string;
  /** Identifies the work. The same key with another fingerprint is a conflict. A store may keep a digest of it. */
  readonly fingerprint: string;
  /** Identifies this claim, uniquely across processes. */
  readonly token: string;
  /** Whether the work may run again after an earlier claim was abandoned, or its process crashed. */
  readonly takeOver: boolean;
  /** Whose quota the result counts against; the same in each claim of a key. By default only the limits of the whole store apply. */
  readonly owner?: string | undefined;
  /** The token of the claim that this one waits for. */
  readonly awaited?: string | undefined;
}

/** The result of a claim. */
export type ClaimResult =
  | { readonly state: 'acquired' }
  /** Another claim runs the work. `token` is its token. A store that keeps claims also returns the claim. */
  | { readonly state: 'running'; readonly token: string; readonly claim?: Claim | undefined }
  /** The work is done, and this is its stored result. */
  | { readonly state: 'completed'; readonly text: string }
  /** The work is done, but its result was too large, or there was no space to store it. */
  | { readonly state: 'not_stored' }
  /** The key belongs to other work. */
  | { readonly state: 'conflict' }
  /**
   * An earlier claim was abandoned, or its process crashed during the work, and this claim may not take over. From then on the earlier
   * claim is lost, even if its process was only paused. Every later claim that may not take over gets this result too.
   */
  | { readonly state: 'in_doubt' };

/** A result. `stored` keeps it for repeated calls. `delivered` gives it to the calls that already wait, and then deletes it. */
export interface StoredResult {
  readonly retention: 'stored' | 'delivered';
  /** May be encoded on access: a store in the same process can keep the object itself. */
  readonly text: string;
  /** Its approximate size in bytes. */
  readonly bytes: number;
}

/** What other processes did about a claim. */
export interface ClaimStatus {
  /** Whether a caller canceled the work. */
  readonly isCanceled: boolean;
  /** How long ago, in milliseconds, a waiting claim last polled; `Infinity` if none did. */
  readonly awaitedMs: number;
}

/**
 * Stores claims and results. Each method is atomic, and does nothing for a claim that another one has taken over.
 * Results expire after the `ttlMs` of the store: 15 minutes by default (`memory-idempotency-store.ts`, and `create-idempotency-store.ts` of the stores).
 * A method that fails rejects, with `retryAfterMs` if it knows when to retry. A method that throws synchronously has changed nothing.
 */
export interface IdempotencyStore {
  /** How long a claim lasts without renewal, in milliseconds; `Infinity` if the store is lost together with its processes. */
  readonly leaseMs: number;
  /** How long results are stored, in milliseconds, if the store knows it. */
  readonly ttlMs?: number | undefined;
  /** Whether the store is synchronous, keeps claim objects, and returns them while their work runs. */
  readonly keepsClaims?: boolean | undefined;
  /** Resolves when the store accepts claims; rejects if it could lose them. Omit it if the store is always ready. */
  ready?(): Promise<void>;
  /** Sets the receiver of errors of background work. */
  reportTo?(report: (error: unknown) => void): void;
  /** Acquires the key. A repeated request with the same token gets the same result. */
  claim(claim: Claim): MaybePromise<ClaimResult>;
  /**
   * Stores the result of a claim, even if the store has lost the claim. Returns `taken` if another claim took over, or a caller
   * already got `in_doubt`. Above the owner's quota, the store may keep only the fact that the work is done.
   */
  settle(claim: Claim, result: StoredResult): MaybePromise<'settled' | 'taken'>;
  /** Deletes a claim whose work did not run. */
  release(claim: Claim): MaybePromise<unknown>;
  /** Gives up a claim whose work may have run partly, now or under a claim that it took over, as if its lease had expired. */
  abandon(claim: Claim): MaybePromise<unknown>;
  /** Renews the leases of these claims, including claims that the store has lost. */
  renew(claims: readonly Claim[]): MaybePromise<unknown>;
  /** Marks the running work of a key as canceled. Without it, only calls of the same process are canceled. */
  cancel?(key: string, owner?: string): MaybePromise<unknown>;
  /** Returns the status of each claim. Without it, callers that wait in other processes don't keep a run going. */
  status?(claims: readonly Claim[]): MaybePromise<readonly ClaimStatus[]>;
}
