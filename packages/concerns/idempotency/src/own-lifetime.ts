import type { KeptLifetime } from '@toolwire/core';

/** The lifetime of a run in a pipeline in which nothing else ends runs. */
export class OwnLifetime implements KeptLifetime {
  readonly #controller = new AbortController();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.signal.aborted;
  }

  cancel(reason: DOMException): void {
    this.#controller.abort(reason);
  }
}
