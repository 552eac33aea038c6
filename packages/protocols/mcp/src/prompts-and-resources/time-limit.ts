import type { Lifetime } from '@toolwire/core';
import { maxTimerMs } from '@toolwire/internal';

/** The time limit of a function. It also ends when the caller disconnects. */
export class FeatureTimeLimit {
  /** Rejects when the limit is reached or the caller disconnects. */
  readonly ended: Promise<never>;
  readonly #controller = new AbortController();
  readonly #lifetime: Lifetime;
  #remainingMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #pauses = 0;
  #stopped = false;

  constructor(ms: number, lifetime: Lifetime) {
    this.#remainingMs = ms;
    this.#lifetime = lifetime;
    const { signal } = this.#controller;
    this.ended = new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    if (lifetime.signal.aborted) this.#end();
    else lifetime.signal.addEventListener('abort', this.#end, { once: true });
    this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Stops the clock, for example while the user is asked for input. Concurrent pauses count once. */
  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    clearTimeout(this.#timer);
    this.#remainingMs -= performance.now() - this.#startedAt;
  }

  /** Ends a pause. The last one restarts the clock. */
  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0 && !this.#stopped) this.#start();
  }

  /** Releases the timer and the listener. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#lifetime.signal.removeEventListener('abort', this.#end);
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#end, Math.min(Math.max(0, this.#remainingMs), maxTimerMs));
  }

  readonly #end = (): void => {
    this.#controller.abort(
      new DOMException('The client has disconnected, or the time limit was reached', 'AbortError'),
    );
  };
}
