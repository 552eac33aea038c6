import { isPromise } from '@toolwire/internal';

/** The tools that one call may see. Asynchronous results are collected; the caller looks the tool up again when they have resolved. */
export class VisibilityCheck<T> {
  readonly #isVisible: (item: T) => boolean | Promise<boolean>;
  readonly #results = new Map<T, boolean>();
  #pending: Promise<void>[] = [];

  constructor(isVisible: (item: T) => boolean | Promise<boolean>) {
    this.#isVisible = isVisible;
  }

  /** Returns whether an item is visible, as far as known; checks each item once. */
  readonly visible = (item: T): boolean => {
    const cached = this.#results.get(item);
    if (cached !== undefined) return cached;
    const result = this.#isVisible(item);
    // Hidden until the result is known.
    this.#results.set(item, result === true);
    if (isPromise(result)) {
      this.#pending.push(result.then((isVisible) => void this.#results.set(item, isVisible === true)));
    }
    return result === true;
  };

  /** Returns a promise for the pending results, or `undefined` if there are none. */
  takePending(): Promise<unknown> | undefined {
    if (this.#pending.length === 0) return undefined;
    const pending = this.#pending;
    this.#pending = [];
    return Promise.all(pending);
  }
}
