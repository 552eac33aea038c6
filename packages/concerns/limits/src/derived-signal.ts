/** Where a derived signal comes from; the signal is read only when somebody asks for the derived one. */
export interface SignalSource {
  readonly signal?: AbortSignal | undefined;
}

/** A signal made when first asked for; it aborts with its source's, or when told to. */
export class DerivedSignal {
  #source: SignalSource | undefined;
  #controller: AbortController | undefined;
  #unfollow: (() => void) | undefined;
  #reason: DOMException | undefined;

  constructor(source: SignalSource) {
    this.#source = source;
  }

  /** The signal; asking for it is what makes it, since most calls never do and making one is slow. */
  get signal(): AbortSignal {
    this.#controller ??= this.#start();
    return this.#controller.signal;
  }

  /** Aborts the signal, now or as soon as somebody asks for it. */
  abort(reason: DOMException): void {
    this.release();
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  /** Lets go of the source: no listener stays behind on it. */
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
