import type { InputAnswers, InputRequests, Lifetime } from '@toolwire/core';
import type { AskClient } from '../revisions/legacy-request.ts';

/** What one call asks its client: it is taken back when the caller gives the call up, and when the call ends without the answers. */
export class OpenQuestions {
  readonly #askClient: AskClient;
  readonly #lifetime: Lifetime;
  readonly #answerMs: number;
  #controller: AbortController | undefined;
  #unfollow: (() => void) | undefined;
  #ended = false;

  constructor(askClient: AskClient, lifetime: Lifetime, answerMs: number) {
    this.#askClient = askClient;
    this.#lifetime = lifetime;
    this.#answerMs = answerMs;
  }

  async ask(requests: InputRequests): Promise<InputAnswers> {
    // The call's own time stands still meanwhile, and somebody may have gone home.
    const timer = setTimeout(() => this.end(), this.#answerMs);
    try {
      return await this.#askClient(requests, this.#signal());
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes back what is not answered; nothing is asked from here on. */
  end(): void {
    this.#ended = true;
    this.#controller?.abort();
    this.#unfollow?.();
  }

  // Most calls ask nothing.
  #signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const { signal } = this.#lifetime;
      const follow = (): void => this.end();
      this.#unfollow = () => signal.removeEventListener('abort', follow);
      if (this.#ended || signal.aborted) this.#controller.abort();
      else signal.addEventListener('abort', follow, { once: true });
    }
    return this.#controller.signal;
  }
}
