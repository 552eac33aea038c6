export { decideRetry, type RetryableOutcome, type RetryDecision } from './decide-retry.ts';
export { createRetryBudget, type RetryBudget, type RetryBudgetOptions } from './retry-budget.ts';
export type { RetryPolicy } from './retry-policy.ts';
export { type RetryingOptions, retrying, wait } from './retrying.ts';
