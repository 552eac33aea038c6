import type { Answered } from './idempotency-store.ts';
import type { MaybePromise } from './is-promise.ts';

/** Work that is to be done once for its key. */
export interface KeyedWork<Answer> {
  readonly key: string;
  /** What the work is, such as the `canonicalJson` of its input; the same key with another fingerprint is a conflict. */
  readonly fingerprint: string;
  /** Whether it may be done again when nobody knows how far it came; not if left out. */
  readonly repeatable?: boolean | undefined;
  run(): MaybePromise<Answer>;
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
  /** The key belongs to other work; nothing has run. */
  | { readonly state: 'conflict' }
  /** It ran in a process that was lost, and nobody knows how far it came. */
  | { readonly state: 'in_doubt' }
  /** The store failed; nothing has run. */
  | { readonly state: 'unavailable'; readonly error: unknown };
