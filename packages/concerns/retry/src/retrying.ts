import { checkNames, type NamesOf } from '@toolwire/internal';
import { type PlannedRetry, runAttempts, type Settled } from './attempts.ts';
import type { RetryBudget } from './retry-budget.ts';
import { type RetryPolicy, retrySettings } from './retry-policy.ts';
import type { RetryableOutcome } from './retryable-outcome.ts';
import { hintsOf } from './thrown-hints.ts';

/** What an attempt is told. */
export interface AttemptInfo {
  /** 1 for the first. */
  readonly attempt: number;
  /** The signal of the options, to be handed on to what the attempt calls. */
  readonly signal: AbortSignal | undefined;
}

/** How to retry, and what to retry. */
export interface RetryingOptions<T> extends RetryPolicy {
  /** Ends a wait at once, with this signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Limits the retries of all calls that share it. */
  readonly budget?: RetryBudget | undefined;
  /** What the end of an attempt means. If left out, answers are not retried, and throws are unless they say otherwise. */
  readonly outcomeOf?: ((settled: Settled<T>) => RetryableOutcome) | undefined;
  /** Hears of each retry before the wait, for a log. */
  readonly onRetry?: ((retry: PlannedRetry<T>) => void) | undefined;
}

const optionNames: NamesOf<RetryingOptions<unknown>> = {
  signal: true,
  budget: true,
  outcomeOf: true,
  onRetry: true,
  maxAttempts: true,
  baseMs: true,
  maxBackoffMs: true,
  maxRetryAfterMs: true,
  deadlineMs: true,
};

/** Does work that may be done more than once until it succeeds, or until no retry is left: the last answer or throw is its own. */
export async function retrying<T>(
  run: (info: AttemptInfo) => T | Promise<T>,
  options: RetryingOptions<T> = {},
): Promise<T> {
  checkNames('retrying()', options, optionNames);
  const { signal, budget, outcomeOf = outcomeOfThrows, onRetry } = options;
  const settings = retrySettings(options);
  signal?.throwIfAborted();
  const { settled, stoppedBy } = await runAttempts((attempt) => run({ attempt, signal }), {
    settings,
    outcomeOf,
    budget,
    onRetry,
    lifetime: options,
  });
  if (stoppedBy === 'aborted') signal?.throwIfAborted();
  if (!settled.ok) throw settled.error;
  return settled.value;
}

function outcomeOfThrows(settled: Settled<unknown>): RetryableOutcome {
  return settled.ok ? { kind: 'value' } : { kind: 'failed', failure: hintsOf(settled.error) };
}
