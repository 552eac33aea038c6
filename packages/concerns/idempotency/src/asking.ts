import { isPromise } from '@toolwire/internal';
import type { ClaimResult, IdempotencyStore } from './idempotency-store.ts';
import { inTime } from './in-time.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { OwnClaim } from './own-claim.ts';
import type { OwnClaims } from './own-claims.ts';

/** How a store is asked for keys. */
export interface AskingSettings {
  readonly store: IdempotencyStore;
  readonly storeTimeoutMs: number;
  /** Whether to run what the store could not be asked about. */
  readonly runsWithoutStore: boolean;
  readonly report: (error: unknown) => void;
}

/** What a store answers, or that it did not. */
export type Told = ClaimResult | { readonly state: 'unavailable'; readonly error: unknown };

/** Asks a store for keys, in time. Never throws. */
export class Asking<Answer> {
  readonly #settings: AskingSettings;
  readonly #own: OwnClaims;

  constructor(settings: AskingSettings, own: OwnClaims) {
    this.#settings = settings;
    this.#own = own;
  }

  claim(claim: OwnClaim<Answer>): MaybePromise<Told> {
    let asked: MaybePromise<ClaimResult>;
    try {
      asked = this.#settings.store.claim(claim);
    } catch (error) {
      return this.#failed(error);
    }
    return isPromise(asked) ? this.#told(asked, claim, this.#settings.runsWithoutStore) : asked;
  }

  /** Asks what became of somebody else's run. Nothing runs where the store fails, whatever the options: somebody was known to run it. */
  again(claim: OwnClaim<Answer>): Promise<Told> {
    return this.#told(this.#claimAgain(claim), claim, false);
  }

  /** Tells whoever works on a key, wherever it is, that the work is cancelled. */
  async cancel(key: string, owner: string | undefined): Promise<void> {
    try {
      const told = this.#settings.store.cancel?.(key, owner);
      if (isPromise(told)) await inTime(told, this.#settings.storeTimeoutMs);
    } catch (error) {
      this.#settings.report(error);
    }
  }

  async #claimAgain(claim: OwnClaim<Answer>): Promise<ClaimResult> {
    return this.#settings.store.claim(claim);
  }

  async #told(asked: Promise<ClaimResult>, claim: OwnClaim<Answer>, runsAnyhow: boolean): Promise<Told> {
    try {
      return await inTime(asked, this.#settings.storeTimeoutMs);
    } catch (error) {
      if (!runsAnyhow) this.#takeBack(asked, claim);
      return this.#failed(error);
    }
  }

  /** A claim that has failed, or did not come in time, may have taken effect all the same, or may yet. */
  #takeBack(asked: Promise<unknown>, claim: OwnClaim<Answer>): void {
    const release = (): void => this.#own.release(claim);
    asked.then(release, release);
  }

  #failed(error: unknown): Told {
    this.#settings.report(error);
    return { state: 'unavailable', error };
  }
}
