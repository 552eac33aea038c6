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

type ToolCall = Call & { readonly tool: Tool };

/** A call as work that is done once. */
export class KeyedCall implements KeyedWork<Outcome> {
  readonly key: string;
  readonly owner: string | undefined;
  readonly fingerprint: string;
  readonly #call: ToolCall;
  readonly #next: Next;
  readonly #lifetime: KeptLifetime;
  readonly #settings: KeyedCallSettings;
  #why: EndOfWork = 'cancelled';

  constructor(
    key: string,
    owner: string | undefined,
    fingerprint: string,
    call: ToolCall,
    next: Next,
    settings: KeyedCallSettings,
  ) {
    this.key = key;
    this.owner = owner;
    this.fingerprint = fingerprint;
    this.#call = call;
    this.#next = next;
    // CASE-17: a caller that leaves comes back for the answer, so the run goes on without it.
    this.#lifetime = call.lifetime.withoutCaller ?? new OwnLifetime();
    this.#settings = settings;
  }

  get repeatable(): boolean {
    return this.#settings.runsAgain || mayRunTwice(this.#call.tool);
  }

  get caller(): Lifetime {
    return this.#call.lifetime;
  }

  // A tool's throw is an outcome by now: what is thrown here is another stage's, and perhaps after the tool has run.
  get throwMeans(): 'in_doubt' {
    return 'in_doubt';
  }

  run(): MaybePromise<Outcome> {
    if (this.#lifetime.isCancelled) return didNotRun(this.#call.tool);
    return this.#next({ lifetime: this.#lifetime });
  }

  end(why: EndOfWork): void {
    this.#why = why;
    this.#lifetime.cancel(new DOMException(reasons[why], 'AbortError'));
  }

  conclude(outcome: Outcome): Outcome {
    // What a tool says that was cut off is how it took that; a value is what it has done all the same.
    const isCutOff = outcome.kind === 'failed' && this.#lifetime.isCancelled;
    if (!isCutOff) return outcome;
    const { tool } = this.#call;
    return stopped(this.#why, tool, mayRunTwice(tool));
  }

  record(outcome: Outcome): Answered | undefined {
    const { maxAnswerBytes } = this.#settings;
    if (outcome.kind === 'failed' && this.isOver()) {
      // How a tool fails whose run the server has ended says nothing about the call.
      if (!this.#lifetime.isCancelled) return undefined;
      return new StoredOutcome(mayRunTwice(this.#call.tool) ? 'handed_on' : 'kept', outcome, maxAnswerBytes);
    }
    return new StoredOutcome(isFinal(outcome) ? 'kept' : 'handed_on', outcome, maxAnswerBytes);
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
