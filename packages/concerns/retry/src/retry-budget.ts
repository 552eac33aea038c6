import { checkCount, checkNames, checkNumber, type NamesOf } from '@toolwire/internal';
import { amount } from './number-rules.ts';

/** How many retries there may be. */
export interface RetryBudgetOptions {
  /** The most that can be saved up, which is also where it starts; 100 if left out. */
  readonly max?: number | undefined;
  /** What each call adds; 0.2 if left out, so that in the long run there is one retry to five calls. */
  readonly perCall?: number | undefined;
}

/** Keeps the retries of many calls a small part of them, so that what is down is not kept down by those who retry. */
export interface RetryBudget {
  /** Counts a call. */
  deposit(): void;
  /** Takes out a retry, or says that there is none left. */
  withdraw(): boolean;
}

const optionNames: NamesOf<RetryBudgetOptions> = { max: true, perCall: true };

/** Makes a budget, to be shared by all that calls the same server. */
export function createRetryBudget(options: RetryBudgetOptions = {}): RetryBudget {
  checkNames('createRetryBudget()', options, optionNames);
  const { max = 100, perCall = 0.2 } = options;
  checkCount('max', max);
  checkNumber('perCall', perCall, amount);
  let left = max;
  return {
    deposit() {
      left = Math.min(max, left + perCall);
    },
    withdraw() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
