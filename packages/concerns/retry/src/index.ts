export type { PlannedRetry, Settled } from './attempts.ts';
export { backoffMs } from './backoff.ts';
export { type Attempt, decideRetry, type RetryDecision, type StopReason } from './decide-retry.ts';
export { createRetryBudget, type RetryBudget, type RetryBudgetOptions } from './retry-budget.ts';
export type { RetryPolicy } from './retry-policy.ts';
export type { RetryableOutcome, RetryHints } from './retryable-outcome.ts';
export { type AttemptInfo, type RetryingOptions, retrying } from './retrying.ts';
export { wait } from './wait.ts';
