import type { DetachedLifetime, Lifetime } from '@toolwire/core';
import { LazySignal, type SignalSource } from '../lazy-signal.ts';

/** The lifetime of a run: it ends with the client, the server or a cancellation. `withoutCaller` outlives the client. */
export class RunLifetime extends LazySignal implements Lifetime {
  readonly endsDeliberately: boolean | undefined;
  #withoutCaller: DetachedSignal | undefined;
  #ended: DOMException | undefined;
  #cancelled = false;

  constructor(caller: Lifetime) {
    super(caller);
    this.endsDeliberately = caller.endsDeliberately;
  }

  get withoutCaller(): DetachedLifetime {
    this.#withoutCaller ??= this.#detach();
    return this.#withoutCaller;
  }

  override abort(reason: DOMException): void {
    super.abort(reason);
    this.#ended = reason;
    this.#withoutCaller?.abort(reason);
  }

  /** Ends the run and marks it as canceled, so that a repeated call doesn't start it again. */
  cancel(reason: DOMException): void {
    this.#cancelled = true;
    this.#withoutCaller?.cancel(reason);
    this.abort(reason);
  }

  #detach(): DetachedSignal {
    const detached = new DetachedSignal(noSource);
    if (this.#ended === undefined) return detached;
    if (this.#cancelled) detached.cancel(this.#ended);
    else detached.abort(this.#ended);
    return detached;
  }
}

const noSource: SignalSource = {};

class DetachedSignal extends LazySignal implements DetachedLifetime {
  #endedBy: 'stop' | 'cancellation' | undefined;

  get isCancelled(): boolean {
    return this.#endedBy === 'cancellation';
  }

  override abort(reason: DOMException): void {
    this.#endedBy ??= 'stop';
    super.abort(reason);
  }

  cancel(reason: DOMException): void {
    this.#endedBy ??= 'cancellation';
    super.abort(reason);
  }
}
