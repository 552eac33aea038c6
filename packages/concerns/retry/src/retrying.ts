import {
  checkFunction,
  checkNames,
  hasMark,
  isObject,
  limitErrorMark,
  type NamesOf,
  toolErrorMark,
} from '@toolwire/internal';
import type { RetryBudget } from './retry-budget.ts';
import { type RetryPolicy, retrySettings } from './retry-policy.ts';
import type { RetryableOutcome, RetryHints } from './retryable-outcome.ts';
import { type PlannedRetry, runAttempts, type Settled } from './run-attempts.ts';

/** The argument of each attempt. */
interface AttemptInfo {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The signal of the options, to pass on to the called function. */
  readonly signal: AbortSignal | undefined;
}

/** Options of `retrying()`. */
export interface RetryingOptions<T> extends RetryPolicy {
  /** Ends a wait immediately with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Limits the retries of all calls that share it. */
  readonly budget?: RetryBudget | undefined;
  /** Maps a result to an outcome. By default values are not retried, and thrown errors are, unless they are marked otherwise. */
  readonly outcomeOf?: ((settled: Settled<T>) => RetryableOutcome) | undefined;
  /** Called before each wait, for example to log it. */
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

/** Runs idempotent work until it succeeds or no retry is left; returns the last value or throws the last error. */
export async function retrying<T>(
  run: (info: AttemptInfo) => T | Promise<T>,
  options: RetryingOptions<T> = {},
): Promise<T> {
  checkNames('retrying()', options, optionNames);
  const { signal, budget, outcomeOf = outcomeOfThrows, onRetry } = options;
  checkFunction('outcomeOf', outcomeOf, "outcomeOf: () => ({ kind: 'value' })");
  checkFunction('onRetry', onRetry, 'onRetry: ({ attempt, afterMs }) => logger.warn({ attempt, afterMs })');
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
  return settled.ok ? { kind: 'value' } : { kind: 'failed', failure: retryHintsOf(settled.error) };
}

/**
 * Returns the retry hints of an error. A tool error has its own, a limit error has a wait, and an abort is not retried. All
 * other errors are retried, because the caller declared the work to be idempotent.
 */
function retryHintsOf(thrown: unknown): RetryHints {
  if (hasMark(thrown, toolErrorMark)) return thrown as RetryHints;
  if (hasMark(thrown, limitErrorMark)) return { canRetry: true, retryAfterMs: (thrown as RetryHints).retryAfterMs };
  return { canRetry: !(isObject(thrown) && thrown['name'] === 'AbortError') };
}
