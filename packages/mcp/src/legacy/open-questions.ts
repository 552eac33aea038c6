import type { InputAnswers, InputRequests, Lifetime } from '@toolwire/core';
import type { AskClient } from './request.ts';

/** What one call asks its client: it is taken back when the caller gives the call up, and when the call ends without the answers. */
export class OpenQuestions {
  readonly #askClient: AskClient;
  readonly #lifetime: Lifetime;
  #controller: AbortController | undefined;
  #ended = false;

  constructor(askClient: AskClient, lifetime: Lifetime) {
    this.#askClient = askClient;
    this.#lifetime = lifetime;
  }

  ask(requests: InputRequests): Promise<InputAnswers> {
    return this.#askClient(requests, this.#signal());
  }

  /** Takes back what is not answered; nothing is asked from here on. */
  readonly end = (): void => {
    this.#ended = true;
    if (this.#controller === undefined) return;
    this.#controller.abort();
    this.#lifetime.signal.removeEventListener('abort', this.end);
  };

  // Most calls ask nothing.
  #signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const { signal } = this.#lifetime;
      if (this.#ended || signal.aborted) this.#controller.abort();
      else signal.addEventListener('abort', this.end, { once: true });
    }
    return this.#controller.signal;
  }
}
