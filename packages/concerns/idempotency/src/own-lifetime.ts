import type { KeptLifetime } from '@toolwire/core';

/** The lifetime of a run in a pipeline in which nothing else ends runs. */
export class OwnLifetime implements KeptLifetime {
  // Made when somebody looks at the signal: most runs are over before.
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
