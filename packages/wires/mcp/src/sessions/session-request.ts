import type { Lifetime } from '@toolwire/core';
import type { WaitingClient } from '../http/waiting-client.ts';

/** A request of a session while it is answered: it ends when its client says so, or the session does, and not with its connection. */
export class SessionRequest implements Lifetime {
  readonly endsDeliberately = true;
  readonly #waiting: WaitingClient;
  readonly #leaves: boolean;
  #controller: AbortController | undefined;
  /** Ends what was begun for it elsewhere. */
  forget: (() => void) | undefined;
  isCancelled = false;

  /** `leaves` ends it with its connection as well. */
  constructor(waiting: WaitingClient, leaves: boolean) {
    this.#waiting = waiting;
    this.#leaves = leaves;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const waiting = this.#leaves ? this.#waiting.signal : undefined;
      if (this.isCancelled || waiting?.aborted === true) controller.abort();
      else waiting?.addEventListener('abort', () => controller.abort(), { once: true });
    }
    return this.#controller.signal;
  }

  cancel(): void {
    this.isCancelled = true;
    this.#controller?.abort();
    this.#waiting.release?.();
  }
}
