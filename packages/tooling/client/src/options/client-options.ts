import type { NamesOf } from '@toolwire/internal';
import type { RetryBudget } from '@toolwire/retry';
import type { RequirementSources } from '../calls/call-context.ts';
import type { Fetch } from '../send/exchange.ts';
import type { AuthOptions } from './auth.ts';
import type { FollowOptions } from './follow-options.ts';
import type { RetryEvent, RetryOptions } from './retry-options.ts';

// `client-settings.ts` adds the defaults, except those of `retry` (`retry-options.ts`) and `follow` (`follow-options.ts`).
/** Options of `createClient`. */
export interface ClientOptions {
  /** The URL under which the tools are mounted: `https://example.com/ai` for `…/ai/tools/call`. */
  readonly url: string | URL;
  /** The credentials that identify the caller. Default: none. */
  readonly auth?: AuthOptions | undefined;
  /** Returns the tokens, secrets and user IDs that tools require. */
  readonly requirements?: RequirementSources | undefined;
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The timeout of one attempt, including the response body. Default: 60 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The timeout of a whole request, including requirements, retries and delays. Default: 2 minutes. */
  readonly deadlineMs?: number | undefined;
  /** The retry policy; `false` turns retries off. Default: three attempts. */
  readonly retry?: RetryOptions | false | undefined;
  /** How to wait for calls that outlive their request; `false` returns that they are running. */
  readonly follow?: FollowOptions | false | undefined;
  /** Limits the retries of all requests. Default: a separate budget for this client. */
  readonly budget?: RetryBudget | undefined;
  /** Called before the delay of each retry, for example to log it. An error that it throws is ignored. */
  readonly onRetry?: ((retry: RetryEvent) => void) | undefined;
  /** Returns the current W3C `traceparent`, for example of the active span. */
  readonly traceparent?: (() => string | undefined) | undefined;
  /** The maximum size of a response body in bytes. Default: 16 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Sends credentials and secrets over plain HTTP to other machines too, without encryption. Default: false. */
  readonly allowInsecure?: boolean | undefined;
}

export const clientOptionNames: NamesOf<ClientOptions> = {
  url: true,
  auth: true,
  requirements: true,
  fetch: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  follow: true,
  budget: true,
  onRetry: true,
  traceparent: true,
  maxResponseBytes: true,
  allowInsecure: true,
};
