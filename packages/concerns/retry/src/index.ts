export { wait } from './backoff.ts';
export { decideRetry, type RetryDecision } from './decide-retry.ts';
export { createRetryBudget, type RetryBudget, type RetryBudgetOptions } from './retry-budget.ts';
export type { RetryPolicy } from './retry-policy.ts';
export type { RetryableOutcome } from './retryable-outcome.ts';
export { type RetryingOptions, retrying } from './retrying.ts';
