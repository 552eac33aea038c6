import type { Call, MaybePromise, Outcome, Stage, Tool } from '@toolwire/core';
import { checkNames, isPromise, type NamesOf } from '@toolwire/internal';
import { runAttempts, type Settled } from './attempts.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { type RetryPolicy, retrySettings } from './retry-policy.ts';
import type { RetryableOutcome } from './retryable-outcome.ts';

/** How a server runs a tool again before it answers. */
export interface RetryOptions extends RetryPolicy {
  /** How long after a call began no other run may begin; 10 seconds if left out, as somebody waits for the answer. */
  readonly deadlineMs?: number | undefined;
  /** Limits the retries of all calls together; a budget of the stage's own if left out. */
  readonly budget?: RetryBudget | undefined;
}

const optionNames: NamesOf<RetryOptions> = {
  deadlineMs: true,
  budget: true,
  maxAttempts: true,
  baseMs: true,
  maxBackoffMs: true,
  maxRetryAfterMs: true,
};

/**
 * Runs a tool again that fails and says that it can be retried, if it is annotated `idempotent` or `readOnly`. What it does not manage
 * in time is answered as it is, so that the caller may go on.
 */
export function retry(options: RetryOptions = {}): Stage<Call & { readonly tool: Tool }> {
  checkNames('retry()', options, optionNames);
  const { budget = createRetryBudget(), deadlineMs = 10_000, ...policy } = options;
  const settings = retrySettings({ ...policy, deadlineMs });
  const retries: ReturnType<typeof retry> = (call, next) => {
    let first: MaybePromise<Outcome> | undefined = next();
    // A second run of any other tool could do twice what was asked for once.
    if (!mayRunTwice(call.tool)) return first;
    if (!isPromise(first) && !isRetryable(first)) {
      budget.deposit();
      return first;
    }
    const run = (): MaybePromise<Outcome> => {
      const outcome = first ?? next();
      first = undefined;
      return outcome;
    };
    return lastOutcome(runAttempts(run, { settings, outcomeOf, budget, lifetime: call.lifetime }));
  };
  return retries;
}

async function lastOutcome(attempts: ReturnType<typeof runAttempts<Outcome>>): Promise<Outcome> {
  const { settled } = await attempts;
  // A stage that threw is a bug, for the pipeline to tell of.
  if (!settled.ok) throw settled.error;
  return settled.value;
}

function mayRunTwice({ annotations }: Tool): boolean {
  return annotations?.idempotent === true || annotations?.readOnly === true;
}

/** What stages further in refuse is refused for a reason: those who are turned away are not to come back from here. */
function isRetryable(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.failure.canRetry === true;
}

function outcomeOf(settled: Settled<Outcome>): RetryableOutcome {
  return settled.ok && settled.value.kind === 'failed' ? settled.value : { kind: 'value' };
}
