/** Calls back when its time has passed; time in which it is held does not count. */
export class PausableTimer {
  #leftMs: number;
  #callback: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #holders = 0;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  start(callback: () => void): void {
    this.#callback = callback;
    this.#go();
  }

  /** Ends it for good. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#callback = undefined;
  }

  /** Holds it until the promise is settled; answers as that does. */
  async holdFor<T>(promise: Promise<T>): Promise<T> {
    if (this.#holders === 0) this.#halt();
    this.#holders += 1;
    try {
      return await promise;
    } finally {
      this.#holders -= 1;
      this.#go();
    }
  }

  #go(): void {
    if (this.#holders > 0 || this.#callback === undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#callback, this.#leftMs);
  }

  #halt(): void {
    if (this.#callback === undefined) return;
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#startedAt));
  }
}
