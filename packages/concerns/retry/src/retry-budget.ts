import { checkCount, checkNames, type NamesOf } from '@toolwire/internal';

/** Options of a retry budget. */
export interface RetryBudgetOptions {
  /** The largest balance, and the initial one; default 100. */
  readonly max?: number | undefined;
}

/** What each call adds: one retry per five calls in the long run. */
const addedPerCall = 0.2;

/** Limits retries to a fraction of all calls, so that retries don't overload a failing server. */
export interface RetryBudget {
  /** Counts a call. */
  deposit(): void;
  /** Takes one retry; returns `false` if none is left. */
  withdraw(): boolean;
}

const optionNames: NamesOf<RetryBudgetOptions> = { max: true };

/** Creates a budget, to be shared by all calls of one server. */
export function createRetryBudget(options: RetryBudgetOptions = {}): RetryBudget {
  checkNames('createRetryBudget()', options, optionNames);
  const { max = 100 } = options;
  checkCount('max', max);
  let left = max;
  return {
    deposit() {
      left = Math.min(max, left + addedPerCall);
    },
    withdraw() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
