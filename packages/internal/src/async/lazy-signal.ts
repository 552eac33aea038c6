/** The source of a lazy signal, which is only read when the lazy signal is used. */
export interface SignalSource {
  readonly signal?: AbortSignal | undefined;
}

/** A lazily created signal that aborts with its source or with `abort`, whichever comes first. */
export class LazySignal {
  #source: SignalSource | undefined;
  #controller: AbortController | undefined;
  #unfollow: (() => void) | undefined;
  #reason: DOMException | undefined;

  constructor(source?: SignalSource) {
    this.#source = source;
  }

  /** The signal, created on first use, because creation is slow and most calls never use it. */
  get signal(): AbortSignal {
    this.#controller ??= this.#start();
    return this.#controller.signal;
  }

  /** Aborts the signal, or a signal that is created later. */
  abort(reason: DOMException): void {
    this.release();
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }

  /** Removes the listener from the source. */
  release(): void {
    this.#source = undefined;
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  #start(): AbortController {
    const controller = new AbortController();
    const outer = this.#source?.signal;
    if (this.#reason !== undefined) {
      controller.abort(this.#reason);
    } else if (outer?.aborted) {
      controller.abort(outer.reason);
    } else if (outer) {
      const follow = (): void => controller.abort(outer.reason);
      outer.addEventListener('abort', follow, { once: true });
      this.#unfollow = () => outer.removeEventListener('abort', follow);
    }
    return controller;
  }
}
