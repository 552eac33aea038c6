import type { Answered } from './idempotency-store.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** Who waits for an answer. */
export interface Caller {
  /** Aborts when the caller waits no longer. */
  readonly signal: AbortSignal;
  /** Whether it aborts only because the caller has said so: one whose connection broke may come back. */
  readonly endsDeliberately?: boolean | undefined;
}

/** Why work is ended before it is done: somebody has cancelled it, or nobody waits for its answer. */
export type EndOfWork = 'cancelled' | 'unattended';

/** Work that is to be done once for its key. */
export interface KeyedWork<Answer> {
  readonly key: string;
  /** What the work is, such as the `canonicalJson` of its input; the same key with another fingerprint is a conflict. */
  readonly fingerprint: string;
  /** Whose room the answer takes, where a store has a share for each; the same with each work of a key. Nobody's in particular if left out. */
  readonly owner?: string | undefined;
  /** Whether it may be done again when nobody knows how far it came; not if left out. */
  readonly repeatable?: boolean | undefined;
  /** Who asks for it; somebody who waits for ever, if left out. */
  readonly caller?: Caller | undefined;
  run(): MaybePromise<Answer>;
  /** Ends the work as soon as may be; it goes on to its end if left out. */
  end?(why: EndOfWork): void;
  /** The answer that counts where the work was ended; the one that it came to if left out. */
  conclude?(answer: Answer): Answer;
  /** What to record of the answer: kept as JSON if left out. `undefined` says that nobody knows how far the work came. */
  record?(answer: Answer): Answered | undefined;
  /** What a throw of the work says: that it is `not_done`, which is what happens if left out, or that nobody knows how far it came. */
  readonly throwMeans?: 'not_done' | 'in_doubt' | undefined;
  /** Whether waiting for somebody else's answer has become pointless. */
  isOver?(): boolean;
}

/** How keyed work ended; what the work throws is thrown on. */
export type KeyedResult<Answer> =
  | {
      readonly state: 'done';
      readonly answer: Answer;
      /** The answer is of an earlier run, or of one that went on already. */
      readonly repeated: boolean;
    }
  /** Whoever has asked waits no longer. */
  | { readonly state: 'left' }
  /** It was done before, but there was no room to keep its answer; nothing has run. */
  | { readonly state: 'unkept' }
  /** The key belongs to other work; nothing has run. */
  | { readonly state: 'conflict' }
  /** It ran in a process that was lost, and nobody knows how far it came. */
  | { readonly state: 'in_doubt' }
  /** The store failed; nothing has run. */
  | { readonly state: 'unavailable'; readonly error: unknown };
