import {
  checkFunction,
  checkNames,
  checkNumber,
  hasMark,
  isObject,
  limitErrorMark,
  type NamesOf,
  toolErrorMark,
} from '@toolwire/internal';
import { decide, type RetryableOutcome, type RetryHints, type StopReason } from './decide-retry.ts';
import type { RetryBudget } from './retry-budget.ts';
import { policyNames, type RetryPolicy, type RetrySettings, retrySettings, timerWait } from './retry-policy.ts';

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
  ...policyNames,
  signal: true,
  budget: true,
  outcomeOf: true,
  onRetry: true,
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

/** The result of an attempt: a value or a thrown error. */
export type Settled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** A scheduled retry. */
export interface PlannedRetry<T> {
  /** The number of the attempt that has ended, from 1. */
  readonly attempt: number;
  readonly afterMs: number;
  readonly settled: Settled<T>;
}

/** The options of `runAttempts()`. */
interface AttemptsOptions<T> {
  readonly settings: RetrySettings;
  readonly outcomeOf: (settled: Settled<T>) => RetryableOutcome;
  readonly budget?: RetryBudget | undefined;
  readonly onRetry?: ((retry: PlannedRetry<T>) => void) | undefined;
  /** Holds the signal, which is read only when a retry is due, because reading it creates it. */
  readonly lifetime: { readonly signal?: AbortSignal | undefined };
}

/** The last attempt, and why there are no more. */
interface LastAttempt<T> {
  readonly settled: Settled<T>;
  readonly stoppedBy: StopReason | 'hand_back' | 'budget' | 'aborted';
}

/** Retries until an attempt succeeds or the policy stops. Rejects only if `outcomeOf` or `onRetry` throws. */
export async function runAttempts<T>(
  run: (attempt: number) => T | Promise<T>,
  options: AttemptsOptions<T>,
): Promise<LastAttempt<T>> {
  const { settings, outcomeOf, budget, onRetry, lifetime } = options;
  const startedAt = performance.now();
  budget?.deposit();
  for (let attempt = 1; ; attempt += 1) {
    const settled = await settle(() => run(attempt));
    // A timeout at the deadline may fire a fraction of a millisecond early, and must not lead to another attempt.
    const elapsedMs = Math.ceil(performance.now() - startedAt);
    const decision = decide(outcomeOf(settled), { number: attempt, elapsedMs, random: Math.random() }, settings);
    if (decision.action === 'give_up') return { settled, stoppedBy: decision.reason };
    if (decision.action === 'hand_back') return { settled, stoppedBy: 'hand_back' };
    if (lifetime.signal?.aborted) return { settled, stoppedBy: 'aborted' };
    if (budget?.withdraw() === false) return { settled, stoppedBy: 'budget' };
    onRetry?.({ attempt, afterMs: decision.afterMs, settled });
    const waited = await settle(() => wait(decision.afterMs, lifetime.signal));
    if (!waited.ok) return { settled, stoppedBy: 'aborted' };
  }
}

async function settle<T>(run: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Waits; rejects with the signal's reason when it aborts. Removes its timer and listener in both cases. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  checkNumber('ms', ms, timerWait);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const finish = (): void => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    const abandon = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abandon, { once: true });
  });
}
