import type { MaybePromise } from './maybe-promise.ts';

/** A request for a key; whoever gets it does the work. */
export interface Claim {
  readonly key: string;
  /** What the work is; the same key with another fingerprint is a conflict. A store may keep a digest of it. */
  readonly fingerprint: string;
  /** Names this claim; no two are the same, in any process. */
  readonly token: string;
  /** Whether the work may be done again when the owner of an earlier claim is lost. */
  readonly takeOver: boolean;
  /** Whose room the answer takes; the same with each claim of a key. Left out, it is nobody's in particular, and only the whole is bounded. */
  readonly owner?: string | undefined;
  /** The token of the claim that this one waits for. */
  readonly awaited?: string | undefined;
}

/** What became of a claim. */
export type ClaimResult =
  | { readonly state: 'mine' }
  /** Somebody else does the work; `token` is theirs, and `claim` is what they asked with, from a store that keeps claims themselves. */
  | { readonly state: 'running'; readonly token: string; readonly claim?: Claim | undefined }
  /** The work is done, and this is what was recorded of it. */
  | { readonly state: 'answered'; readonly text: string }
  /** The work is done, but there was no room to keep its answer. */
  | { readonly state: 'unkept' }
  /** The key belongs to other work. */
  | { readonly state: 'conflict' }
  /** The owner was lost before it was done, and the claim may not take over: nobody knows how far the work came. */
  | { readonly state: 'in_doubt' };

/** What to record of an answer: kept for repeats, or handed on to those who wait for it already and then forgotten. */
export interface Answered {
  readonly fate: 'kept' | 'handed_on';
  /** May be written only when it is asked for: a store in the same process can keep the object itself. */
  readonly text: string;
  /** About how many bytes it takes. */
  readonly bytes: number;
}

/** What other callers want the owner of a claim to know: that somebody waits, or has cancelled. */
export interface ClaimNews {
  /** Whether somebody has cancelled it. */
  readonly isCancelled: boolean;
  /** How long ago a claim that waits for this one last asked, in milliseconds; `Infinity` where none has. */
  readonly awaitedMs: number;
}

/**
 * Where claims and answers are kept. Each step is atomic, and none does anything for a claim that somebody else has taken over since.
 * A step that fails rejects, with a `retryAfterMs` where it knows when to try again; one that throws at once has asked nothing of anybody.
 */
export interface IdempotencyStore {
  /** How long a claim lasts that is not renewed, in milliseconds; `Infinity` where the store is lost together with its owners. */
  readonly leaseMs: number;
  /** Whether it answers at once and keeps claims themselves, and hands them out to those who come while their work runs. */
  readonly keepsClaims?: boolean | undefined;
  /** Gives the key to a claim, also when the same one asks again because it has heard no answer. */
  claim(claim: Claim): MaybePromise<ClaimResult>;
  /**
   * Records the answer of a claim, also where the store has lost the claim; answers `taken` where somebody else has it. Where its owner
   * keeps too much, the store may keep of this answer, or of earlier ones of the same owner, only that the work is done.
   */
  settle(claim: Claim, answer: Answered): MaybePromise<'settled' | 'taken'>;
  /** Forgets a claim for which nothing has run. */
  release(claim: Claim): MaybePromise<unknown>;
  /** Lets go of a claim whose work came nobody knows how far, as if its lease had run out. */
  abandon(claim: Claim): MaybePromise<unknown>;
  /** Begins the leases of these claims anew, also of those that the store has lost. */
  renew(claims: readonly Claim[]): MaybePromise<unknown>;
  /** Tells who works on a key, if anybody does, that the work is cancelled. Left out, only the calls of the same process are. */
  cancel?(key: string, owner?: string): MaybePromise<unknown>;
  /** What is new about each of these claims. Left out, nobody is known to wait elsewhere. */
  news?(claims: readonly Claim[]): MaybePromise<readonly ClaimNews[]>;
}
