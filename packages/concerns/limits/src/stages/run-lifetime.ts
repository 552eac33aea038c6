import type { KeptLifetime, Lifetime } from '@toolwire/core';
import { DerivedSignal, type SignalSource } from '../derived-signal.ts';

/** Ends with its caller, with the server, or when it is cancelled; and the part of it that its caller may leave, made when asked for. */
export class RunLifetime extends DerivedSignal implements Lifetime {
  readonly endsDeliberately: boolean | undefined;
  #withoutCaller: KeptSignal | undefined;
  #ended: DOMException | undefined;
  #cancelled = false;

  constructor(caller: Lifetime) {
    super(caller);
    this.endsDeliberately = caller.endsDeliberately;
  }

  get withoutCaller(): KeptLifetime {
    this.#withoutCaller ??= this.#begin();
    return this.#withoutCaller;
  }

  override abort(reason: DOMException): void {
    super.abort(reason);
    this.#ended = reason;
    this.#withoutCaller?.abort(reason);
  }

  /** Ends it for good: whoever comes back finds the call cancelled. */
  cancel(reason: DOMException): void {
    this.#cancelled = true;
    this.#withoutCaller?.cancel(reason);
    this.abort(reason);
  }

  #begin(): KeptSignal {
    const kept = new KeptSignal(noSource);
    if (this.#ended === undefined) return kept;
    if (this.#cancelled) kept.cancel(this.#ended);
    else kept.abort(this.#ended);
    return kept;
  }
}

const noSource: SignalSource = {};

class KeptSignal extends DerivedSignal implements KeptLifetime {
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
