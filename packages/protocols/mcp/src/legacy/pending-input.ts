import type { Call, Lifetime } from '@toolwire/core';
import { maxTimerMs } from '@toolwire/internal';
import type { AskClient } from '../json-rpc/requests.ts';

/**
 * The input requests of one call. All are canceled, and later ones refused, when one is not answered in time or when the call ends or is
 * canceled.
 */
export class PendingInput {
  readonly #askClient: AskClient;
  readonly #lifetime: Lifetime;
  readonly #timeoutMs: number;
  #controller: AbortController | undefined;
  #stopListening: (() => void) | undefined;
  #ended = false;

  constructor(askClient: AskClient, lifetime: Lifetime, timeoutMs: number) {
    this.#askClient = askClient;
    this.#lifetime = lifetime;
    // Timers can't be longer, so a longer limit means no limit.
    this.#timeoutMs = Math.min(timeoutMs, maxTimerMs);
  }

  readonly ask: NonNullable<Call['ask']> = async (requests) => {
    // The time limit of the call is paused meanwhile, and the user may never answer.
    const timer = setTimeout(() => this.end(), this.#timeoutMs);
    try {
      const answers = await this.#askClient(requests, this.#signal());
      return Object.fromEntries(Object.keys(requests).map((key) => [key, answers[key] ?? { action: 'cancel' }]));
    } finally {
      clearTimeout(timer);
    }
  };

  /** Cancels open requests and refuses new ones. */
  end(): void {
    this.#ended = true;
    this.#controller?.abort();
    this.#stopListening?.();
  }

  // Created on demand, since most calls request no input.
  #signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const { signal } = this.#lifetime;
      const follow = (): void => this.end();
      this.#stopListening = () => signal.removeEventListener('abort', follow);
      if (this.#ended || signal.aborted) this.#controller.abort();
      else signal.addEventListener('abort', follow, { once: true });
    }
    return this.#controller.signal;
  }
}
