import type { Lifetime } from '@toolwire/core';
import type { WaitingClient } from '../http/waiting-client.ts';
import type { Notify } from '../rpc/context.ts';

/** How a request came, and how its answer goes. */
export interface RequestWay {
  readonly waiting: WaitingClient;
  /** Sends on its stream, if it has one. */
  readonly notify: Notify | undefined;
  /** Whether it ends with its connection as well. */
  readonly leaves: boolean;
}

/** A request of a session while it is answered: it ends when its client says so, or the session does, and not with its connection. */
export class SessionRequest implements Lifetime {
  readonly endsDeliberately = true;
  readonly #waiting: WaitingClient;
  readonly #leaves: boolean;
  readonly #notify: Notify | undefined;
  #controller: AbortController | undefined;
  isCancelled = false;

  constructor({ waiting, leaves, notify }: RequestWay) {
    this.#waiting = waiting;
    this.#leaves = leaves;
    this.#notify = notify;
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

  /** Its stream, as long as somebody reads it. */
  get openStream(): Notify | undefined {
    return this.#notify === undefined || this.isCancelled || this.#waiting.signal.aborted ? undefined : this.#notify;
  }

  cancel(): void {
    this.isCancelled = true;
    this.#controller?.abort();
    this.#waiting.release?.();
  }
}
