import type { Call, InputAnswer, Lifetime } from '@toolwire/core';
import { LazySignal, maxTimerMs } from '@toolwire/internal';
import type { AskClient } from '../json-rpc/requests.ts';

// Created once, because each call ends, and each DOMException captures a stack.
const callEnded = new DOMException('The call has ended', 'AbortError');

/**
 * The input requests of one call. All are canceled, and later ones refused, when one is not answered in time or when the call ends or is
 * canceled.
 */
export class PendingInput {
  readonly #askClient: AskClient;
  readonly #timeoutMs: number;
  readonly #lifetime: LazySignal;

  constructor(askClient: AskClient, lifetime: Lifetime, timeoutMs: number) {
    this.#askClient = askClient;
    this.#lifetime = new LazySignal(lifetime);
    // Timers can't be longer, so a longer limit means no limit.
    this.#timeoutMs = Math.min(timeoutMs, maxTimerMs);
  }

  readonly ask: NonNullable<Call['ask']> = async (requests) => {
    // The time limit of the call is paused meanwhile, and the user may never answer.
    const timer = setTimeout(() => this.end(), this.#timeoutMs);
    try {
      const answers = await this.#askClient(requests, this.#lifetime.signal);
      const answerTo = (key: string): InputAnswer | undefined =>
        Object.hasOwn(answers, key) ? answers[key] : undefined;
      return Object.fromEntries(Object.keys(requests).map((key) => [key, answerTo(key) ?? { action: 'cancel' }]));
    } finally {
      clearTimeout(timer);
    }
  };

  /** Cancels open requests and refuses new ones. */
  end(): void {
    this.#lifetime.abort(callEnded);
  }
}
