import type { Call, DetachedLifetime, Lifetime, MaybePromise, Next, Outcome, Tool } from '@toolwire/core';
import type { StoredResult } from './idempotency-store.ts';
import { didNotRun, stopped } from './keyed-outcomes.ts';
import type { EndOfWork, KeyedWork } from './keyed-work.ts';
import { StoredOutcome } from './stored-outcome.ts';

/** Settings of the stage. */
export interface KeyedCallSettings {
  readonly runsAgain: boolean;
  readonly maxAnswerBytes: number;
}

type ToolCall = Call & { readonly tool: Tool };

/** A call as keyed work. */
export class KeyedCall implements KeyedWork<Outcome> {
  readonly key: string;
  readonly owner: string | undefined;
  readonly fingerprint: string;
  readonly #call: ToolCall;
  readonly #next: Next;
  readonly #lifetime: DetachedLifetime;
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
    // A caller that left may return for the result, so the run continues without it (CASE-17).
    this.#lifetime = call.lifetime.withoutCaller ?? new KeyedLifetime();
    this.#settings = settings;
  }

  get repeatable(): boolean {
    return this.#settings.runsAgain || mayRunTwice(this.#call.tool);
  }

  get caller(): Lifetime {
    return this.#call.lifetime;
  }

  // A tool that throws ends in an outcome. An error here comes from another stage, and the tool may have run.
  get throwMeans(): 'in_doubt' {
    return 'in_doubt';
  }

  run(): MaybePromise<Outcome> {
    if (this.#lifetime.isCancelled) return didNotRun(this.#call.tool);
    return this.#next({ lifetime: this.#lifetime });
  }

  end(why: EndOfWork): void {
    this.#why = why;
    this.#lifetime.cancel(new DOMException(abortReasons[why], 'AbortError'));
  }

  conclude(outcome: Outcome): Outcome {
    // The failure of a cancelled tool only describes its cancellation. A value is a real result.
    const isCutShort = outcome.kind === 'failed' && this.#lifetime.isCancelled;
    if (!isCutShort) return outcome;
    const { tool } = this.#call;
    return stopped(this.#why, tool, mayRunTwice(tool));
  }

  record(outcome: Outcome): StoredResult | undefined {
    const { maxAnswerBytes } = this.#settings;
    const { tool } = this.#call;
    if (outcome.kind === 'failed' && this.isOver()) {
      // A failure caused by the shutdown of the server is not a result of the call.
      if (!this.#lifetime.isCancelled) return undefined;
      return new StoredOutcome(mayRunTwice(tool) ? 'handed_on' : 'kept', outcome, tool.version, maxAnswerBytes);
    }
    return new StoredOutcome(isFinal(outcome) ? 'kept' : 'handed_on', outcome, tool.version, maxAnswerBytes);
  }

  isOver(): boolean {
    return this.#lifetime.signal.aborted;
  }
}

const abortReasons: Readonly<Record<EndOfWork, string>> = {
  cancelled: 'The call was cancelled',
  unattended: 'No caller waits for the result any longer',
};

function mayRunTwice({ annotations }: Tool): boolean {
  return annotations?.idempotent === true || annotations?.readOnly === true;
}

/** A retryable failure is not kept, or each retry would get the old failure (CASE-10). */
function isFinal(outcome: Outcome): boolean {
  return outcome.kind === 'failed'
    ? outcome.failure.canRetry !== true
    : outcome.kind === 'value' || outcome.kind === 'artifact';
}

/** The lifetime of a run outside a server, which only a cancellation ends. */
class KeyedLifetime implements DetachedLifetime {
  // Created on the first access: most runs never read the signal.
  #controller: AbortController | undefined;
  #reason: DOMException | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  cancel(reason: DOMException): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}
