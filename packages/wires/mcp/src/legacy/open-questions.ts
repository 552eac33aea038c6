import type { InputAnswers, InputRequests, Lifetime } from '@toolwire/core';
import type { AskClient } from '../revisions/legacy-request.ts';

/** What one call asks its client: it is taken back when the caller gives the call up, and when the call ends without the answers. */
export class OpenQuestions {
  readonly #askClient: AskClient;
  readonly #lifetime: Lifetime;
  readonly #answerMs: number;
  #controller: AbortController | undefined;
  #ended = false;

  constructor(askClient: AskClient, lifetime: Lifetime, answerMs: number) {
    this.#askClient = askClient;
    this.#lifetime = lifetime;
    this.#answerMs = answerMs;
  }

  async ask(requests: InputRequests): Promise<InputAnswers> {
    // The call's own time stands still meanwhile, and somebody may have gone home.
    const timer = setTimeout(this.end, this.#answerMs);
    try {
      return await this.#askClient(requests, this.#signal());
    } finally {
      clearTimeout(timer);
    }
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
