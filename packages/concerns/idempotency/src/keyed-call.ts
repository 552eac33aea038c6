import type { Call, KeptLifetime, Lifetime, MaybePromise, Next, Outcome, Tool } from '@toolwire/core';
import type { Answered } from './idempotency-store.ts';
import { didNotRun, stopped } from './keyed-outcomes.ts';
import type { EndOfWork, KeyedWork } from './keyed-work.ts';
import { OwnLifetime } from './own-lifetime.ts';
import { StoredOutcome } from './stored-outcome.ts';

/** What holds for all calls of a server. */
export interface KeyedCallSettings {
  readonly runsAgain: boolean;
  readonly maxAnswerBytes: number;
}

/** A call as work that is done once. */
export class KeyedCall implements KeyedWork<Outcome> {
  readonly key: string;
  readonly owner: string | undefined;
  readonly fingerprint: string;
  readonly repeatable: boolean;
  readonly caller: Lifetime;
  // A tool's throw is an outcome by now: what is thrown here is another stage's, and perhaps after the tool has run.
  readonly throwMeans = 'in_doubt';
  readonly #tool: Tool;
  readonly #next: Next;
  readonly #lifetime: KeptLifetime;
  readonly #maxAnswerBytes: number;
  #why: EndOfWork = 'cancelled';

  constructor(
    key: string,
    owner: string | undefined,
    fingerprint: string,
    call: Call & { readonly tool: Tool },
    next: Next,
    settings: KeyedCallSettings,
  ) {
    const { tool, lifetime } = call;
    this.key = key;
    this.owner = owner;
    this.fingerprint = fingerprint;
    this.repeatable = settings.runsAgain || mayRunTwice(tool);
    this.caller = lifetime;
    this.#tool = tool;
    this.#next = next;
    // CASE-17: a caller that leaves comes back for the answer, so the run goes on without it.
    this.#lifetime = lifetime.withoutCaller ?? new OwnLifetime();
    this.#maxAnswerBytes = settings.maxAnswerBytes;
  }

  run(): MaybePromise<Outcome> {
    if (this.#lifetime.isCancelled) return didNotRun(this.#tool);
    return this.#next({ lifetime: this.#lifetime });
  }

  end(why: EndOfWork): void {
    this.#why = why;
    this.#lifetime.cancel(new DOMException(reasons[why], 'AbortError'));
  }

  conclude(outcome: Outcome): Outcome {
    // What a tool says that was cut off is how it took that; a value is what it has done all the same.
    const isCutOff = outcome.kind === 'failed' && this.#lifetime.isCancelled;
    return isCutOff ? stopped(this.#why, this.#tool, mayRunTwice(this.#tool)) : outcome;
  }

  record(outcome: Outcome): Answered | undefined {
    if (outcome.kind === 'failed' && this.isOver()) {
      // How a tool fails whose run the server has ended says nothing about the call.
      if (!this.#lifetime.isCancelled) return undefined;
      return new StoredOutcome(mayRunTwice(this.#tool) ? 'handed_on' : 'kept', outcome, this.#maxAnswerBytes);
    }
    return new StoredOutcome(isFinal(outcome) ? 'kept' : 'handed_on', outcome, this.#maxAnswerBytes);
  }

  isOver(): boolean {
    return this.#lifetime.signal.aborted;
  }
}

const reasons: Readonly<Record<EndOfWork, string>> = {
  cancelled: 'The call was cancelled',
  unattended: 'Nobody waits for the answer any longer',
};

function mayRunTwice({ annotations }: Tool): boolean {
  return annotations?.idempotent === true || annotations?.readOnly === true;
}

/** CASE-10: what may come out differently the next time is not kept, or a retry would read the old failure for ever. */
function isFinal(outcome: Outcome): boolean {
  return outcome.kind === 'failed'
    ? outcome.failure.canRetry !== true
    : outcome.kind === 'value' || outcome.kind === 'artifact';
}
