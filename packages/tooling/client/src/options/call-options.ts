import { checkNames, type NamesOf } from '@toolwire/internal';
import type { CallContext } from '../calls/call-context.ts';
import { checkFollow, type FollowOptions } from './follow-options.ts';
import { checkRetry, type RetryOptions } from './retry-options.ts';

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
