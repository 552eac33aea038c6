import type { DetachedLifetime } from '@toolwire/core';

/** The lifetime of a run outside a server, which only a cancellation ends. */
export class CancellableLifetime implements DetachedLifetime {
  // Created on the first access: most runs never read the signal.
  #controller: AbortController | undefined;
  #reason: DOMException | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  cancel(reason: DOMException): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}
