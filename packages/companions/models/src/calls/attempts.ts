import { decideRetry, type RetryPolicy } from '@toolwire/retry';

/** How often a model may try a tool again with other arguments. */
export type AttemptsPolicy = Pick<RetryPolicy, 'maxAttempts' | 'maxRetryAfterMs'>;

/** How often a model has called each tool in vain, in one conversation. */
export interface Attempts {
  readonly policy: Required<AttemptsPolicy>;
  /** The number of the attempt that a call is; 1 for the first. */
  numberOf(toolId: string): number;
  /** Takes note of how an attempt ended, in vain or not; those of one number, as of calls at once, are one. */
  note(toolId: string, isVain: boolean, number: number): void;
}

/** Counts the attempts of one conversation, so that a model hears how many it has left. */
export function createAttempts({ maxAttempts = 3, maxRetryAfterMs = 60_000 }: AttemptsPolicy = {}): Attempts {
  const policy = { maxAttempts, maxRetryAfterMs };
  // The rules for these numbers are those of the package that goes by them.
  decideRetry({ kind: 'value' }, { number: 1 }, policy);
  const vain = new Map<string, number>();
  return {
    policy,
    numberOf: (toolId) => (vain.get(toolId) ?? 0) + 1,
    note: (toolId, isVain, number) => void (isVain ? vain.set(toolId, number) : vain.delete(toolId)),
  };
}
