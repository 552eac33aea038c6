import type { Lifetime } from '@toolwire/core';

/** A request of a session while it is answered: it ends when its client says so, or the session does, and not with its connection. */
export class SessionRequest implements Lifetime {
  readonly endsDeliberately = true;
  readonly #waiting: Lifetime | undefined;
  #controller: AbortController | undefined;
  #isCancelled = false;
  /** Hears that it is cancelled. */
  onCancel: (() => void) | undefined;

  /** `waiting` ends it as well, where nobody comes back for its answer. */
  constructor(waiting: Lifetime | undefined) {
    this.#waiting = waiting;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const waiting = this.#waiting?.signal;
      if (this.#isCancelled || waiting?.aborted === true) controller.abort();
      else waiting?.addEventListener('abort', () => controller.abort(), { once: true });
    }
    return this.#controller.signal;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#controller?.abort();
    this.onCancel?.();
  }
}
