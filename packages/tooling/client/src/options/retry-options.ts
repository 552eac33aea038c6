import { checkNames, mergeOptions, type NamesOf } from '@toolwire/internal';
import { decideRetry, type RetryPolicy } from '@toolwire/retry';

// `read/read-refusal.ts` decides which responses are retried. The defaults are in `retry-policy.ts` of `@toolwire/retry`.
/** The retry policy of a client or request. */
export interface RetryOptions extends Omit<RetryPolicy, 'deadlineMs'> {
  /** Whether to retry a call whose tool may have run. Use `false` for servers that do not support call IDs. Default: `true`. */
  readonly whenUnknown?: boolean | undefined;
}

/** A retry that is about to happen. */
export interface RetryEvent {
  /** The number of the failed attempt; the first is 1. */
  readonly attempt: number;
  readonly afterMs: number;
  /** The error message of the attempt. */
  readonly message: string;
  /** Undefined for a listing. */
  readonly callId: string | undefined;
}

const retryNames: NamesOf<RetryOptions> = {
  whenUnknown: true,
  maxAttempts: true,
  baseMs: true,
  maxBackoffMs: true,
  maxRetryAfterMs: true,
};

/** Rejects unknown options and invalid values. */
export function checkRetry(where: string, retry: RetryOptions | false = {}): void {
  if (retry === false) return;
  checkNames(where, retry, retryNames);
  // Validates the numbers, because decideRetry() owns their rules.
  decideRetry({ kind: 'value' }, { number: 1 }, retry);
}

/** Merges the policy of a request over that of the client. Without retries there is one attempt. */
export function retryOptionsOf(
  ofClient: RetryOptions | false,
  ofRequest: RetryOptions | false | undefined,
): RetryOptions {
  if (ofRequest === false) return { maxAttempts: 1 };
  if (ofClient === false) return ofRequest ?? { maxAttempts: 1 };
  return mergeOptions(ofClient, ofRequest ?? {});
}
