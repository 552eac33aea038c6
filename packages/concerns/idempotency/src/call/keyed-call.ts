import type { DetachedLifetime, Lifetime, MaybePromise, Next, Outcome } from '@toolwire/core';
import { LazySignal, mayRunTwice } from '@toolwire/internal';
import type { StoredResult } from '../idempotency-store.ts';
import type { EndReason, KeyedWork } from '../runs/keyed-work.ts';
import { didNotRun, stopped, type ToolCall } from './keyed-outcomes.ts';
import { retentionOf, StoredOutcome } from './stored-outcome.ts';

/** Runs the tool of one call as keyed work. */
export class KeyedCall implements KeyedWork<Outcome> {
  readonly key: string;
  readonly owner: string | undefined;
  readonly fingerprint: string;
  readonly call: ToolCall;
  readonly #next: Next;
  readonly #lifetime: DetachedLifetime;
  #endReason: EndReason = 'canceled';

  constructor(key: string, owner: string | undefined, fingerprint: string, call: ToolCall, next: Next) {
    this.key = key;
    this.owner = owner;
    this.fingerprint = fingerprint;
    this.call = call;
    this.#next = next;
    // A caller that left may return for the result, so the run continues without it (CASE-17).
    this.#lifetime = call.lifetime.withoutCaller ?? new CancelableLifetime();
  }

  /** The same call, to run from its start. */
  restart(): KeyedCall {
    return new KeyedCall(this.key, this.owner, this.fingerprint, this.call, this.#next);
  }

  get caller(): Lifetime {
    return this.call.lifetime;
  }

  get repeatable(): boolean {
    return mayRunTwice(this.call.tool);
  }

  // Tools don't throw: their errors are outcomes. Another stage threw, and the tool may have run before.
  get throwMeans(): 'in_doubt' {
    return 'in_doubt';
  }

  run(): MaybePromise<Outcome> {
    if (this.#lifetime.isCanceled) return didNotRun(this.call.tool);
    return this.#next({ lifetime: this.#lifetime });
  }

  end(reason: EndReason): void {
    this.#endReason = reason;
    this.#lifetime.cancel(new DOMException(abortMessages[reason], 'AbortError'));
  }

  shouldStopWaiting(): boolean {
    return this.#lifetime.signal.aborted;
  }

  finalValue(outcome: Outcome): Outcome {
    // A canceled tool fails because of its cancellation, so the failure is replaced. A value is a real result.
    if (outcome.kind !== 'failed' || !this.#lifetime.isCanceled) return outcome;
    return stopped(this.#endReason, this.call.tool);
  }

  encode(outcome: Outcome): StoredResult | undefined {
    const { tool } = this.call;
    const retention = retentionOf(outcome, this.#lifetime, tool);
    return retention === undefined ? undefined : new StoredOutcome(retention, outcome, tool.version);
  }
}

const abortMessages: Readonly<Record<EndReason, string>> = {
  canceled: 'The call was canceled',
  unattended: 'No caller waits for the result any longer',
};

/** The lifetime of a run outside a server, which only a cancellation ends. */
class CancelableLifetime extends LazySignal implements DetachedLifetime {
  isCanceled = false;

  cancel(reason: DOMException): void {
    this.isCanceled = true;
    this.abort(reason);
  }
}
