import type { Lifetime } from '@toolwire/core';
import { LazySignal, maxTimerMs } from '@toolwire/internal';

/** The time limit of a function. It also ends when the caller disconnects. */
export class FeatureTimeLimit {
  /** Rejects when the limit is reached or the caller disconnects. */
  readonly ended: Promise<never>;
  readonly signal: AbortSignal;
  readonly #lazy: LazySignal;
  #remainingMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #pauses = 0;
  #stopped = false;

  constructor(ms: number, lifetime: Lifetime) {
    this.#remainingMs = ms;
    this.#lazy = new LazySignal(lifetime);
    const { signal } = this.#lazy;
    this.signal = signal;
    this.ended = new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    this.#start();
  }

  get isOver(): boolean {
    return this.signal.aborted;
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
    this.#lazy.release();
  }

  #start(): void {
    this.#startedAt = performance.now();
    const end = (): void => this.#lazy.abort(new DOMException('The time limit was reached', 'AbortError'));
    this.#timer = setTimeout(end, Math.min(Math.max(0, this.#remainingMs), maxTimerMs));
  }
}
