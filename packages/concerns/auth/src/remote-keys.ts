import type { KeySet } from './jwt-options.ts';
import type { FoundKeys, TokenHeader } from './jwt-signature.ts';
import { type KeyFinder, localKeys } from './local-keys.ts';
import { withinSeconds } from './within-seconds.ts';

const loadSeconds = 5;

/** Loads an issuer's keys, and gives up when the signal aborts. */
export type LoadKeySet = (signal: AbortSignal) => Promise<KeySet>;

/** When keys are loaded again. */
export interface KeyTimes {
  /** How long loaded keys are used without a question. */
  readonly maxAgeMs: number;
  /** How long they are used while they cannot be loaded again. */
  readonly maxAgeWhileDownMs: number;
  /** The pause after a load for a key that nobody knew, and after one that failed. */
  readonly cooldownMs: number;
}

/** Keys as they were at one load. */
interface Loaded {
  readonly find: KeyFinder;
  readonly at: number;
  /** Which load it was. */
  readonly load: number;
}

/** An issuer's keys, loaded when they are first asked for and then now and again. */
export class RemoteKeys {
  readonly #owner: string;
  readonly #loadKeySet: LoadKeySet;
  readonly #times: KeyTimes;
  #loaded: Loaded | undefined;
  #loading: Promise<void> | undefined;
  #loads = 0;
  #lastTryAt = Number.NEGATIVE_INFINITY;
  #lastUnknownAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;

  /** `owner` says in errors whose keys these are. */
  constructor(owner: string, loadKeySet: LoadKeySet, times: KeyTimes) {
    this.#owner = owner;
    this.#loadKeySet = loadKeySet;
    this.#times = times;
  }

  /** Finds the keys of a token; an issuer that cannot be reached is a refusal, and never a throw. */
  async find(header: TokenHeader): Promise<FoundKeys> {
    const loadsBefore = this.#loads;
    if (this.#ageMs() > this.#times.maxAgeMs) {
      const loading = this.#load();
      // An issuer that has just failed is not waited for again as long as its old keys will do.
      if (this.#failure === undefined || !this.#isUsable()) await loading;
    }
    const found = await this.#look(header);
    return isUnknown(found) ? this.#lookForNew(header, found, loadsBefore) : found;
  }

  /** The issuer may have a new key, unless it has been asked since the token came. */
  async #lookForNew(header: TokenHeader, found: FoundKeys, loadsBefore: number): Promise<FoundKeys> {
    const before = this.#loaded;
    if (before !== undefined && before.load > loadsBefore) return found;
    await this.#loadForUnknown();
    const known = this.#loaded === before ? found : await this.#look(header);
    // While the issuer is down nobody can tell that it does not have this key.
    return isUnknown(known) && this.#failure !== undefined ? this.#unavailable() : known;
  }

  async #look(header: TokenHeader): Promise<FoundKeys> {
    return this.#loaded && this.#isUsable() ? this.#loaded.find(header) : this.#unavailable();
  }

  #unavailable(): FoundKeys {
    return { ok: false, reason: 'keys_unavailable', cause: this.#failure };
  }

  #isUsable(): boolean {
    return this.#ageMs() <= this.#times.maxAgeWhileDownMs;
  }

  #ageMs(): number {
    return performance.now() - (this.#loaded?.at ?? Number.NEGATIVE_INFINITY);
  }

  /**
   * Strangers can make up key ids: between two loads for unknown ones there is a pause. Other loads do not begin it, so that
   * a key is found also where it is new since a moment ago.
   */
  #loadForUnknown(): Promise<void> | undefined {
    if (this.#loading !== undefined) return this.#loading;
    if (performance.now() - this.#lastUnknownAt < this.#times.cooldownMs) return undefined;
    this.#lastUnknownAt = performance.now();
    return this.#load();
  }

  #hasJustFailed(): boolean {
    return this.#failure !== undefined && performance.now() - this.#lastTryAt < this.#times.cooldownMs;
  }

  /** Loads once, however many tokens wait for it. */
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
    this.#loads += 1;
    const load = this.#loads;
    try {
      // One limit for all that is asked on the way to the keys.
      const keySet = await withinSeconds(loadSeconds, () => this.#late(), this.#loadKeySet);
      this.#loaded = { find: localKeys(keySet), at: performance.now(), load };
      this.#failure = undefined;
    } catch (cause) {
      this.#failure = cause;
    }
  }

  #late(): Error {
    return new Error(
      `${this.#owner} has not given its keys within ${loadSeconds} seconds. Is it up, and can this host reach it?`,
    );
  }
}

function isUnknown(found: FoundKeys): boolean {
  return !found.ok && found.reason === 'unknown_key';
}
