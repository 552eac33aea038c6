import type { Lifetime } from '@toolwire/core';

/** How long the function of an author may take: until its time is up, or its caller has left. */
export class OfferTime {
  /** Rejects when either has happened. */
  readonly ended: Promise<never>;
  readonly #controller = new AbortController();
  readonly #lifetime: Lifetime;
  #left: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #stopped = false;

  constructor(ms: number, lifetime: Lifetime) {
    this.#left = ms;
    this.#lifetime = lifetime;
    const { signal } = this.#controller;
    this.ended = new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    if (lifetime.signal.aborted) this.#end();
    else lifetime.signal.addEventListener('abort', this.#end, { once: true });
    this.resume();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Stands still, as while a person is asked. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
  }

  resume(): void {
    if (this.#stopped) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#end, Math.min(Math.max(0, this.#left), 2 ** 31 - 1));
  }

  /** The function is done: nothing is left behind. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#lifetime.signal.removeEventListener('abort', this.#end);
  }

  readonly #end = (): void => {
    this.#controller.abort(new DOMException('Nobody waits for it any more', 'AbortError'));
  };
}
