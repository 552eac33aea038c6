/** A timer that can be paused. */
export class PausableTimer {
  #leftMs: number;
  #callback: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #pauses = 0;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  start(callback: () => void): void {
    this.#callback = callback;
    this.#resume();
  }

  /** Stops the timer permanently. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#callback = undefined;
  }

  /** Pauses the timer until the promise settles, and returns its result. */
  async pauseFor<T>(promise: Promise<T>): Promise<T> {
    if (this.#pauses === 0) this.#pause();
    this.#pauses += 1;
    try {
      return await promise;
    } finally {
      this.#pauses -= 1;
      this.#resume();
    }
  }

  #resume(): void {
    if (this.#pauses > 0 || this.#callback === undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#callback, this.#leftMs);
  }

  #pause(): void {
    if (this.#callback === undefined) return;
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#startedAt));
  }
}
