import { isPromise, LateClaims, type MaybePromise } from '@toolwire/internal';
import type { ClaimResult, IdempotencyStore, StoredResult } from '../idempotency-store.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import type { LocalClaim } from './local-runs.ts';
import { withStoreTimeout } from './store-retries.ts';

/** How the store is called. */
export interface StoreClientSettings<Value> {
  readonly store: IdempotencyStore;
  /** Decodes a stored result. */
  readonly read: (text: string) => Value;
  readonly storeTimeoutMs: number;
  readonly report: (error: unknown) => void;
}

/** The store's result for a claim, or its failure. */
export type StoreResult = ClaimResult | UnavailableStore;

interface UnavailableStore {
  readonly state: 'unavailable';
  readonly error: unknown;
}

const firstPollMs = 10;
const maxPollMs = 250;
const pollGrowth = 1.5;

/** Calls the store with a timeout, and encodes results for it. Failures are reported and returned, never thrown. */
export class StoreClient<Value> {
  readonly #settings: StoreClientSettings<Value>;
  readonly #lateClaims: LateClaims;

  constructor(settings: StoreClientSettings<Value>) {
    this.#settings = settings;
    this.#lateClaims = new LateClaims(settings.report);
  }

  claim(claim: LocalClaim<Value>): MaybePromise<StoreResult> {
    let result: MaybePromise<ClaimResult>;
    try {
      result = this.#settings.store.claim(claim);
    } catch (error) {
      return this.#failed(error);
    }
    return isPromise(result) ? this.#resultOf(result, claim) : result;
  }

  /**
   * Waits for the run of another process, or of another server in this process, by claiming again and again: polling can't lose a message.
   * Ends with the run, or when its callers left or the work stops waiting. `token` is that of the running claim.
   */
  async waitForRun(token: string | undefined, claim: LocalClaim<Value>, work: KeyedWork<Value>): Promise<StoreResult> {
    claim.awaited = token;
    for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * pollGrowth, maxPollMs)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (work.shouldStopWaiting?.() === true || claim.run?.hasNoWaiters === true) return stoppedWaiting();
      const result = await this.#resultOf(this.#claimAsync(claim), claim);
      if (result.state !== 'running') return result;
      claim.awaited = result.token;
    }
  }

  /** Requests cancellation of the work of a key, in any process. */
  async cancel(key: string, owner: string | undefined): Promise<void> {
    try {
      const cancellation = this.#settings.store.cancel?.(key, owner);
      if (isPromise(cancellation)) await withStoreTimeout(cancellation, this.#settings.storeTimeoutMs);
    } catch (error) {
      this.#settings.report(error);
    }
  }

  /** Encodes a result; `undefined` if it can't be stored. */
  encode(value: Value, work: KeyedWork<Value>): StoredResult | undefined {
    try {
      return work.encode === undefined ? encodeJson(value) : work.encode(value);
    } catch (error) {
      this.#settings.report(error);
      return undefined;
    }
  }

  /** Decodes a stored result for a repeated call. */
  decode(text: string): KeyedResult<Value> {
    try {
      return { state: 'done', value: this.#settings.read(text), repeated: true };
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #claimAsync(claim: LocalClaim<Value>): Promise<ClaimResult> {
    return this.#settings.store.claim(claim);
  }

  async #resultOf(result: Promise<ClaimResult>, claim: LocalClaim<Value>): Promise<StoreResult> {
    try {
      return await withStoreTimeout(result, this.#settings.storeTimeoutMs);
    } catch (error) {
      this.#undo(result, claim);
      return this.#failed(error);
    }
  }

  /** A claim that failed or timed out may still take effect in the store, although its work does not run. */
  #undo(result: Promise<ClaimResult>, claim: LocalClaim<Value>): void {
    const { store, storeTimeoutMs } = this.#settings;
    const send = async (): Promise<unknown> => {
      // A claim that may take over possibly did so, and then the effect of the earlier claim stays unknown.
      const undone = claim.takeOver ? store.abandon(claim) : store.release(claim);
      return isPromise(undone) ? withStoreTimeout(undone, storeTimeoutMs) : undone;
    };
    const undo = (): void => this.#lateClaims.undo(store.leaseMs, send);
    undo();
    result.then(
      ({ state }) => {
        if (state === 'acquired') undo();
      },
      () => undefined,
    );
  }

  #failed(error: unknown): UnavailableStore {
    this.#settings.report(error);
    return { state: 'unavailable', error };
  }
}

function stoppedWaiting(): UnavailableStore {
  return { state: 'unavailable', error: new Error('This process no longer waits for the run of another process.') };
}

function encodeJson(value: unknown): StoredResult {
  // JSON has no undefined, which a function without a return value returns.
  const text = JSON.stringify(value) ?? 'null';
  return { retention: 'stored', text, bytes: 2 * text.length };
}
