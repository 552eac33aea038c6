import type { KeySet } from './jwt-options.ts';
import type { FoundKeys, TokenHeader } from './jwt-signature.ts';
import { type KeyFinder, localKeys } from './local-keys.ts';

const loadTimeoutMs = 5000;
// An issuer that is down for a while does not lock everybody out, and a key that was withdrawn does not live for ever.
const longestUseMs = 60 * 60 * 1000;

/** Loads an issuer's keys, and gives up when the signal aborts. */
export type LoadKeySet = (signal: AbortSignal) => Promise<KeySet>;

/** An issuer's keys, loaded when they are first asked for and then now and again. */
export class RemoteKeys {
  readonly #loadKeySet: LoadKeySet;
  readonly #maxAgeMs: number;
  readonly #cooldownMs: number;
  #loaded: { readonly find: KeyFinder; readonly at: number } | undefined;
  #loading: Promise<void> | undefined;
  #lastTryAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;

  constructor(loadKeySet: LoadKeySet, maxAgeMs: number, cooldownMs: number) {
    this.#loadKeySet = loadKeySet;
    this.#maxAgeMs = maxAgeMs;
    this.#cooldownMs = cooldownMs;
  }

  /** Finds the keys of a token; an issuer that cannot be reached is a refusal, and never a throw. */
  async find(header: TokenHeader): Promise<FoundKeys> {
    if (this.#ageMs() > this.#maxAgeMs) {
      const loading = this.#load();
      // An issuer that has just failed is not waited for again as long as its old keys will do.
      if (this.#failure === undefined || !this.#isUsable()) await loading;
    }
    const before = this.#loaded;
    const found = await this.#look(header);
    if (found.ok || found.reason !== 'unknown_key') return found;
    // The issuer may have a new key.
    await this.#load();
    return this.#loaded === before ? found : this.#look(header);
  }

  async #look(header: TokenHeader): Promise<FoundKeys> {
    return this.#loaded && this.#isUsable()
      ? this.#loaded.find(header)
      : { ok: false, reason: 'keys_unavailable', cause: this.#failure };
  }

  #isUsable(): boolean {
    return this.#ageMs() <= Math.max(longestUseMs, this.#maxAgeMs);
  }

  #ageMs(): number {
    return performance.now() - (this.#loaded?.at ?? Number.NEGATIVE_INFINITY);
  }

  /** Strangers can make up key ids: between two loads there is a pause, also after one that failed. */
  #isCooling(): boolean {
    return performance.now() - this.#lastTryAt < this.#cooldownMs;
  }

  /** Loads once, however many tokens wait for it. */
  #load(): Promise<void> {
    if (this.#loading === undefined && !this.#isCooling()) {
      this.#lastTryAt = performance.now();
      this.#loading = this.#loadOnce().finally(() => {
        this.#loading = undefined;
      });
    }
    return this.#loading ?? Promise.resolve();
  }

  async #loadOnce(): Promise<void> {
    try {
      const keySet = await this.#loadKeySet(AbortSignal.timeout(loadTimeoutMs));
      this.#loaded = { find: localKeys(keySet), at: performance.now() };
      this.#failure = undefined;
    } catch (cause) {
      this.#failure = cause;
    }
  }
}
