import { checkNames, checkNumber, durationLimit, mergeOptions, type NamesOf } from '@toolwire/internal';
import { decideRetry, type RetryPolicy } from '@toolwire/retry';
import type { CallContext } from '../calls/call-context.ts';

/** Options for one request. */
export interface RequestOptions {
  /** Cancels the request and any delay. The promise rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of one attempt. Default: the option of the client. */
  readonly timeoutMs?: number | undefined;
  /** The timeout of the whole request. Default: the option of the client. */
  readonly deadlineMs?: number | undefined;
  /** The retry policy; `false` turns retries off. Default: the option of the client. */
  readonly retry?: RetryOptions | false | undefined;
}

// The default call ID is created in `send/encode-call.ts`.
/** Options for one call. */
export interface CallOptions extends RequestOptions {
  /** The call ID, of at most 256 characters. A repeated ID returns the result of the first call. Default: a random ID, also for an empty string. */
  readonly callId?: string | undefined;
  /** Tokens, secrets and a user ID for this call. */
  readonly context?: CallContext | undefined;
  /** The token of a `failure.confirmation`, once a person agreed. Sent as the parameter `confirmation_token`. */
  readonly confirmationToken?: string | undefined;
  /** How to wait for this call if it outlives its request; `false` returns that it is running. Default: the option of the client. */
  readonly follow?: FollowOptions | false | undefined;
}

/** Options for a health check, which is one request. */
export type HealthOptions = Omit<RequestOptions, 'retry'>;

const healthNames: NamesOf<HealthOptions> = { signal: true, timeoutMs: true, deadlineMs: true };
const requestNames: NamesOf<RequestOptions> = { ...healthNames, retry: true };
const callNames: NamesOf<CallOptions> = {
  ...requestNames,
  callId: true,
  context: true,
  confirmationToken: true,
  follow: true,
};

/** Rejects unknown options of a health check. */
export function checkHealthOptions(options: HealthOptions): void {
  checkNames('options of a health check', options, healthNames);
}

/** Rejects unknown options of a listing. */
export function checkRequestOptions(options: RequestOptions): void {
  checkNames('options of a request', options, requestNames);
  checkRetry('retry of a request', options.retry);
}

/** Rejects unknown options of a call. */
export function checkCallOptions(options: CallOptions): void {
  checkNames('options of a call', options, callNames);
  checkRetry('retry of a call', options.retry);
  checkFollow('follow of a call', options.follow);
}

/** A running call that the client will poll again. */
export interface RunningCall {
  readonly callId: string;
  /** The progress message of the server. */
  readonly message: string;
  /** The delay before the next request. */
  readonly afterMs: number;
}

/** How long the client waits for a running call by default: one hour. */
export const defaultMaxMs = 3_600_000;

/** How to wait for a call that outlives its request. */
export interface FollowOptions {
  /** How long to wait after the first response that the call is running. Default: one hour. */
  readonly maxMs?: number | undefined;
  /** Called before each delay, with the progress of the call. An error that it throws is ignored. */
  readonly onRunning?: ((running: RunningCall) => void) | undefined;
}

const followNames: NamesOf<FollowOptions> = { maxMs: true, onRunning: true };

/** Rejects unknown options and invalid values. */
export function checkFollow(where: string, follow: FollowOptions | false = {}): void {
  if (follow === false) return;
  checkNames(where, follow, followNames);
  if (follow.maxMs !== undefined) checkNumber('maxMs', follow.maxMs, durationLimit);
}

/** Merges the options of a call over those of the client. */
export function followOptionsOf(
  ofClient: FollowOptions | false,
  ofCall: FollowOptions | false | undefined,
): FollowOptions | false {
  if (ofCall === undefined || ofCall === false || ofClient === false) return ofCall ?? ofClient;
  return mergeOptions(ofClient, ofCall);
}

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
