import { wait } from './backoff.ts';
import { decide, type StopReason } from './decide-retry.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { RetrySettings } from './retry-policy.ts';
import type { RetryableOutcome } from './retryable-outcome.ts';

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
export interface AttemptsOptions<T> {
  readonly settings: RetrySettings;
  readonly outcomeOf: (settled: Settled<T>) => RetryableOutcome;
  readonly budget?: RetryBudget | undefined;
  readonly onRetry?: ((retry: PlannedRetry<T>) => void) | undefined;
  /** Holds the signal, which is read only when a retry is due, because reading it creates it. */
  readonly lifetime: { readonly signal?: AbortSignal | undefined };
}

/** The last attempt, and why there are no more. */
export interface LastAttempt<T> {
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
