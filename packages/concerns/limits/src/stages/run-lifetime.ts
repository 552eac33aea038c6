import type { DetachedLifetime, Lifetime } from '@toolwire/core';
import { LazySignal } from '@toolwire/internal';
import type { Ending } from './run-list.ts';

/**
 * The lifetime of a run: it ends with the client, the server or a cancellation. `withoutCaller` outlives the client, for calls with an
 * ID: `run-monitor.ts` of `@toolwire/idempotency` decides how long they continue.
 */
export class RunLifetime extends LazySignal implements Lifetime {
  readonly endsDeliberately: boolean | undefined;
  #withoutCaller: DetachedSignal | undefined;
  #ended: { readonly ending: Ending; readonly reason: DOMException } | undefined;

  constructor(caller: Lifetime) {
    super(caller);
    this.endsDeliberately = caller.endsDeliberately;
  }

  get withoutCaller(): DetachedLifetime {
    if (this.#withoutCaller === undefined) {
      this.#withoutCaller = new DetachedSignal();
      if (this.#ended !== undefined) this.#withoutCaller.end(this.#ended.ending, this.#ended.reason);
    }
    return this.#withoutCaller;
  }

  /** Ends the run. A canceled run is marked first, so that a repeated call doesn't start it again. */
  end(ending: Ending, reason: DOMException): void {
    this.#ended ??= { ending, reason };
    this.#withoutCaller?.end(ending, reason);
    this.abort(reason);
  }
}

/** The part of a lifetime that ends with the server or a cancellation, and not with the client. */
class DetachedSignal extends LazySignal implements DetachedLifetime {
  #ending: Ending | undefined;

  get isCanceled(): boolean {
    return this.#ending === 'cancellation';
  }

  end(ending: Ending, reason: DOMException): void {
    this.#ending ??= ending;
    this.abort(reason);
  }

  cancel(reason: DOMException): void {
    this.end('cancellation', reason);
  }
}
