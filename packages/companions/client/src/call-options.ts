import { checkNames, type NamesOf } from '@toolwire/internal';
import type { CallContext } from './call-context.ts';
import { type ClientFollowOptions, checkFollow } from './follow-options.ts';
import type { ClientRetryOptions } from './retry-options.ts';

/** What one request may have of its own. */
export interface RequestOptions {
  /** Ends the request, and any wait, at once: the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt of this request may take; as the client has it if left out. */
  readonly timeoutMs?: number | undefined;
  /** How long all of this request may take together; as the client has it if left out. */
  readonly deadlineMs?: number | undefined;
  /** How often to send this request again, or `false` for once; as the client has it if left out. */
  readonly retry?: ClientRetryOptions | false | undefined;
  /** The W3C `traceparent` of this request. */
  readonly traceparent?: string | undefined;
}

/** What one call may have of its own. */
export interface CallOptions extends RequestOptions {
  /** Names the call, in 256 characters at most: the same id again asks for the same answer. A random one if left out or empty. */
  readonly callId?: string | undefined;
  /** Tokens, secrets and a user id for this call. */
  readonly context?: CallContext | undefined;
  /** How this call is followed if it outlives its request, or `false` for not at all; as the client has it if left out. */
  readonly follow?: ClientFollowOptions | false | undefined;
}

const callNames: NamesOf<CallOptions> = {
  callId: true,
  context: true,
  follow: true,
  signal: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  traceparent: true,
};

/** Refuses an option of one request or call that nobody would read. */
export function checkCallNames(options: CallOptions): void {
  checkNames('The options of a call', options, callNames);
  checkFollow('follow of a call', options.follow);
}
