import type { NamesOf } from '@toolwire/internal';
import type { RetryBudget } from '@toolwire/retry';
import type { AuthOptions } from './auth.ts';
import type { RequirementSources } from './call-context.ts';
import type { Fetch } from './exchange.ts';
import type { ClientFollowOptions } from './follow-options.ts';
import type { ClientRetry, ClientRetryOptions } from './retry-options.ts';

/** What all requests of a client have in common. */
export interface ClientOptions {
  /** Where the server is, with the path that its tools are mounted under: `https://example.com/ai` for `…/ai/tools/call`. */
  readonly url: string | URL;
  /** How the server knows who calls. */
  readonly auth?: AuthOptions | undefined;
  /** Where the tokens, secrets and user ids come from that tools require. */
  readonly requirements?: RequirementSources | undefined;
  /** What sends requests; the runtime's own `fetch` if left out. */
  readonly fetch?: Fetch | undefined;
  /** How long one attempt may take, to the last byte of its answer; 60 seconds if left out. */
  readonly timeoutMs?: number | undefined;
  /** How long all of it may take together, what tools require and waits included; 2 minutes if left out. */
  readonly deadlineMs?: number | undefined;
  /** How often to send a request again; three attempts in all if left out, and `false` sends each request once. */
  readonly retry?: ClientRetryOptions | false | undefined;
  /** How calls are followed that outlive their request, under the same call id; `false` hands back that they run. */
  readonly follow?: ClientFollowOptions | false | undefined;
  /** Limits the retries of all requests; a budget of the client's own if left out. */
  readonly budget?: RetryBudget | undefined;
  /** Hears of each retry before the wait, for a log; if it throws, the call goes on. */
  readonly onRetry?: ((retry: ClientRetry) => void) | undefined;
  /** The W3C `traceparent` of the moment, such as that of an active span. */
  readonly traceparent?: (() => string | undefined) | undefined;
  /** The longest answer in bytes; 16 MiB if left out. */
  readonly maxAnswerBytes?: number | undefined;
  /** Sends credentials and secrets over plain http to other machines too, where everybody on the way can read them. */
  readonly allowInsecure?: boolean | undefined;
}

/** The name of every option. */
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
  maxAnswerBytes: true,
  allowInsecure: true,
};
