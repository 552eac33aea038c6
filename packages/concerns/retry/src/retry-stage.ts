import type { Call, MaybePromise, Outcome, Stage, Tool } from '@toolwire/core';
import { checkNames, isPromise, mayRunTwice, type NamesOf } from '@toolwire/internal';
import type { RetryableOutcome } from './decide-retry.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { policyNames, type RetryPolicy, retrySettings } from './retry-policy.ts';
import { runAttempts, type Settled } from './retrying.ts';

/** Options of `retry()`. */
export interface RetryOptions extends RetryPolicy {
  /** Limits the retries of all calls; by default the stage has its own budget. */
  readonly budget?: RetryBudget | undefined;
}

const optionNames: NamesOf<RetryOptions> = { ...policyNames, budget: true };

/**
 * Retries a tool that fails with `canRetry`, if it is annotated `idempotent` or `readOnly`. When no retry is left, the caller
 * gets the last failure.
 */
export function retry(options: RetryOptions = {}): Stage<Call & { readonly tool: Tool }> {
  checkNames('retry()', options, optionNames);
  const { budget = createRetryBudget(), deadlineMs = 10_000, ...policy } = options;
  const settings = retrySettings({ ...policy, deadlineMs });
  return (call, next) => {
    let first: MaybePromise<Outcome> | undefined = next();
    // A second run of any other tool could repeat its effect.
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
}

async function lastOutcome(attempts: ReturnType<typeof runAttempts<Outcome>>): Promise<Outcome> {
  const { settled } = await attempts;
  // An inner stage threw, which the pipeline reports as a bug.
  if (!settled.ok) throw settled.error;
  return settled.value;
}

/** Refusals of inner stages, for example rate limits, are not retried. */
function isRetryable(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.failure.canRetry === true;
}

function outcomeOf(settled: Settled<Outcome>): RetryableOutcome {
  return settled.ok && settled.value.kind === 'failed' ? settled.value : { kind: 'value' };
}
