import { checkCount, checkNames, type NamesOf } from '@toolwire/internal';
import type { RetryPolicy } from '@toolwire/retry';

/** How often a model may call a tool with changed arguments. */
type AttemptsPolicy = Pick<RetryPolicy, 'maxAttempts'>;

/** The failed attempts of each tool in one conversation. */
export interface Attempts {
  readonly policy: Required<AttemptsPolicy>;
  /** Returns the number of the next attempt; the first is 1. */
  numberOf(toolId: string): number;
  /** Records that an attempt failed. */
  recordFailure(toolId: string, attempt: number): void;
  /** Forgets the failed attempts of a tool, because an attempt did not fail. */
  reset(toolId: string): void;
}

const optionNames: NamesOf<AttemptsPolicy> = { maxAttempts: true };

/** Creates a counter for one conversation. `describe-result.ts` adds its numbers to the answer of a failed attempt. */
export function createAttempts(options: AttemptsPolicy = {}): Attempts {
  checkNames('createAttempts()', options, optionNames);
  const { maxAttempts = 3 } = options;
  checkCount('maxAttempts', maxAttempts);
  const policy = { maxAttempts };
  const failed = new Map<string, number>();
  return {
    policy,
    numberOf: (toolId) => (failed.get(toolId) ?? 0) + 1,
    recordFailure: (toolId, attempt) => void failed.set(toolId, attempt),
    reset: (toolId) => void failed.delete(toolId),
  };
}
