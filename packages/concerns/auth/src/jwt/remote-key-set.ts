import { withAbortAfter } from '../token/fetch-json.ts';
import { unavailableReasons } from '../verifier.ts';
import type { KeySet } from './jwt-options.ts';
import { createKeyFinder, type KeyFinder, type KeyLookup, type TokenHeader } from './key-finder.ts';

const timeoutSeconds = 5;

/** Loads an issuer's key set until the signal aborts. */
export type LoadKeySet = (signal: AbortSignal) => Promise<KeySet>;

/** How long loaded keys are used before they are loaded again. */
export const maxAgeSeconds = 600;

/** The pause between two loads for unknown keys, and after a failed load. */
const cooldownMs = 10_000;

/** The key set of one load. */
interface LoadedKeySet {
  readonly find: KeyFinder;
  readonly loadedAt: number;
  readonly loadNumber: number;
}

/** An issuer's keys, loaded for the first token and refreshed later. */
export class RemoteKeySet {
  readonly #owner: string;
  readonly #loadKeySet: LoadKeySet;
  readonly #maxAgeWhileDownMs: number;
  #loaded: LoadedKeySet | undefined;
  #loading: Promise<void> | undefined;
  #loadCount = 0;
  #lastTryAt = Number.NEGATIVE_INFINITY;
  #lastUnknownAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;

  /** `owner` names the issuer in errors. `maxAgeWhileDownMs`: how long loaded keys are used while loading fails. */
  constructor(owner: string, loadKeySet: LoadKeySet, maxAgeWhileDownMs: number) {
    this.#owner = owner;
    this.#loadKeySet = loadKeySet;
    this.#maxAgeWhileDownMs = maxAgeWhileDownMs;
  }

  /** Finds the candidate keys of a token; returns a refusal, and does not throw, while the issuer is unreachable. */
  async find(header: TokenHeader): Promise<KeyLookup> {
    const loadCountBefore = this.#loadCount;
    if (this.#ageMs() > maxAgeSeconds * 1000) {
      const loading = this.#load();
      // After a failure, usable old keys are used without waiting for the issuer.
      if (this.#failure === undefined || !this.#isUsable()) await loading;
    }
    const keys = await this.#findLoaded(header);
    return isUnknown(keys) ? this.#findAfterReload(header, keys, loadCountBefore) : keys;
  }

  /** Loads again for an unknown key, unless keys were loaded since the token arrived. */
  async #findAfterReload(header: TokenHeader, keys: KeyLookup, loadCountBefore: number): Promise<KeyLookup> {
    const keySetBefore = this.#loaded;
    if (keySetBefore !== undefined && keySetBefore.loadNumber > loadCountBefore) return keys;
    await this.#loadForUnknown();
    const reloadedKeys = this.#loaded === keySetBefore ? keys : await this.#findLoaded(header);
    // While the issuer is down, the key may exist.
    return isUnknown(reloadedKeys) && this.#failure !== undefined ? this.#unavailable() : reloadedKeys;
  }

  async #findLoaded(header: TokenHeader): Promise<KeyLookup> {
    return this.#loaded && this.#isUsable() ? this.#loaded.find(header) : this.#unavailable();
  }

  #unavailable(): KeyLookup {
    return { ok: false, reason: unavailableReasons.keys, cause: this.#failure };
  }

  #isUsable(): boolean {
    return this.#ageMs() <= this.#maxAgeWhileDownMs;
  }

  #ageMs(): number {
    return performance.now() - (this.#loaded?.loadedAt ?? Number.NEGATIVE_INFINITY);
  }

  /**
   * Key IDs can be made up, so loads for unknown ones have a cooldown. Other loads do not start the cooldown: a key that was
   * added right after such a load must still be found.
   */
  #loadForUnknown(): Promise<void> | undefined {
    if (this.#loading !== undefined) return this.#loading;
    if (performance.now() - this.#lastUnknownAt < cooldownMs) return undefined;
    this.#lastUnknownAt = performance.now();
    return this.#load();
  }

  #hasJustFailed(): boolean {
    return this.#failure !== undefined && performance.now() - this.#lastTryAt < cooldownMs;
  }

  /** Concurrent callers share one load. */
  #load(): Promise<void> {
    if (this.#loading === undefined && !this.#hasJustFailed()) {
      this.#lastTryAt = performance.now();
      this.#loading = this.#loadOnce().finally(() => {
        this.#loading = undefined;
      });
    }
    return this.#loading ?? Promise.resolve();
  }

  async #loadOnce(): Promise<void> {
    this.#loadCount += 1;
    const loadNumber = this.#loadCount;
    try {
      // Discovery and key set share one timeout.
      const keySet = await withAbortAfter(timeoutSeconds, () => this.#timeoutError(), this.#loadKeySet);
      this.#loaded = { find: await createKeyFinder(keySet), loadedAt: performance.now(), loadNumber };
      this.#failure = undefined;
    } catch (cause) {
      this.#failure = cause;
    }
  }

  #timeoutError(): Error {
    return new Error(
      `${this.#owner} did not return its keys within ${timeoutSeconds} seconds. Is it up, and can this host reach it?`,
    );
  }
}

function isUnknown(keys: KeyLookup): boolean {
  return !keys.ok && keys.reason === 'unknown_key';
}
