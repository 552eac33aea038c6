import type { Claim } from './idempotency-store.ts';
import type { LocalRun } from './local-run.ts';

/** The claimed key, and the owner that its result counts against. */
export type OwnedKey = Pick<Claim, 'key' | 'owner'>;

/** A claim of this process. Its state is public, and not in maps of the classes that change it, because there is a claim for each call. */
export interface LocalClaim<Value> extends Claim {
  /** The token of another process's claim that this one waits for. */
  awaited: string | undefined;
  /** The run that waits for its result. Set by `LocalRuns`, and cleared at its end, or a store that keeps claims would keep each result twice. */
  run: LocalRun<Value> | undefined;
  /** Whether the work runs in this process. Set by `KeyedRuns`. */
  isRunningHere: boolean;
}
