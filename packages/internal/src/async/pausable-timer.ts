/** A timer that can be paused, and started anew until `maxMs` have passed in total. */
export class PausableTimer {
  /** The time that the timer runs for: since its start, since it was started anew, or in total. */
  limitMs: number;
  /** Whether `limitMs` is the time since the timer was started anew. */
  isRestarted = false;

  readonly #ms: number;
  readonly #maxMs: number;
  #leftMs: number;
  #leftInTotalMs: number;
  #callback: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #pauses = 0;

  constructor(ms: number, maxMs: number = ms) {
    this.limitMs = ms;
    this.#ms = ms;
    this.#maxMs = maxMs;
    this.#leftMs = ms;
    this.#leftInTotalMs = maxMs;
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

  /** Starts the time anew, as far as the total allows. */
  restart(): void {
    if (this.#pauses === 0) this.#pause();
    this.isRestarted = this.#ms < this.#leftInTotalMs;
    this.#leftMs = this.isRestarted ? this.#ms : this.#leftInTotalMs;
    this.limitMs = this.isRestarted ? this.#ms : this.#maxMs;
    this.#resume();
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
    const callback = this.#callback;
    if (this.#pauses > 0 || callback === undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      // A tool that continues may restart or resume the timer, which has done its work.
      this.#callback = undefined;
      callback();
    }, this.#leftMs);
  }

  #pause(): void {
    if (this.#callback === undefined) return;
    clearTimeout(this.#timer);
    const elapsedMs = performance.now() - this.#startedAt;
    this.#leftMs = Math.max(0, this.#leftMs - elapsedMs);
    this.#leftInTotalMs = Math.max(0, this.#leftInTotalMs - elapsedMs);
  }
}
