import type { MaybePromise } from '@toolwire/internal';
import type { StoredResult } from '../idempotency-store.ts';

/** The caller that waits for a result. */
export interface Caller {
  /** Aborts when the caller stops waiting. */
  readonly signal: AbortSignal;
  /** Whether the signal aborts only on a deliberate cancellation. Otherwise the caller may have lost its connection and may return. */
  readonly endsDeliberately?: boolean | undefined;
}

/** Why work is ended early: a caller canceled it, or no caller waits for it. */
export type EndReason = 'canceled' | 'unattended';

/** Work to run once for its key. */
export interface KeyedWork<Value> {
  readonly key: string;
  /** Identifies the work, such as the `canonicalJson` of its input. The same key with another fingerprint is a conflict. */
  readonly fingerprint: string;
  /** Whose quota the result counts against; the same for each call of a key. By default only the limits of the whole store apply. */
  readonly owner?: string | undefined;
  /** Whether it may run again if its effect is unknown. Default: false. */
  readonly repeatable?: boolean | undefined;
  /** By default the caller waits forever. */
  readonly caller?: Caller | undefined;
  run(): MaybePromise<Value>;
  /** Ends the work early. Without it, the work runs to its end. */
  end?(reason: EndReason): void;
  /** Replaces the result of work that was ended early. Default: the result itself. */
  finalValue?(value: Value): Value;
  /** Encodes the result for the store. Default: JSON, stored. Return `undefined` if the effect of the work is unknown. */
  encode?(value: Value): StoredResult | undefined;
  /** What a throw means: the work is `not_done` (default), or its effect is unknown. */
  readonly throwMeans?: 'not_done' | 'in_doubt' | undefined;
  /** Whether to stop waiting for a run of another process. */
  shouldStopWaiting?(): boolean;
}

/** How keyed work ended. An error that the work throws is rethrown. */
export type KeyedResult<Value> =
  | {
      readonly state: 'done';
      readonly value: Value;
      /** Whether the result comes from an earlier or already running call. */
      readonly repeated: boolean;
    }
  /** The caller left before the result. */
  | { readonly state: 'left' }
  /** The work ran before, but its result was too large, or there was no space to store it. Nothing ran now. */
  | { readonly state: 'not_stored' }
  /** The key belongs to other work. Nothing ran. */
  | { readonly state: 'conflict' }
  /** A run of the work was interrupted, and its effect is unknown. */
  | { readonly state: 'in_doubt' }
  /** The store failed. Nothing ran; with `hasRun`, the work ran, but its result is not stored, so no caller gets it yet. */
  | { readonly state: 'unavailable'; readonly error: unknown; readonly hasRun?: true };
