import { checkNames, checkNumber, durationLimit, type NamesOf, traceIdOf } from '@toolwire/internal';
import { createRetryBudget, type RetryBudget } from '@toolwire/retry';
import { type RequirementSources, requirementNames } from '../calls/call-context.ts';
import type { Fetch } from '../send/exchange.ts';
import { type AuthOptions, type Authorize, createAuthorize, refuseUnencryptedCredentials } from './auth.ts';
import { readBaseUrl } from './base-url.ts';
import { checkFollow, type FollowOptions } from './follow-options.ts';
import { checkRetry, type RetryEvent, type RetryOptions } from './retry-options.ts';

// `clientSettings` adds the defaults, except those of `retry` and `follow` (`retry-policy.ts` of `@toolwire/retry`, `follow-options.ts`).
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

const clientOptionNames: NamesOf<ClientOptions> = {
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

/** The options of a client with their defaults. */
export interface ClientSettings {
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
  readonly authorize: Authorize;
  readonly requirements: RequirementSources | undefined;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retry: RetryOptions | false;
  readonly follow: FollowOptions | false;
  readonly budget: RetryBudget;
  readonly onRetry: ((retry: RetryEvent) => void) | undefined;
  /** Returns the current `traceparent`, if it is valid. */
  readonly traceparent: () => string | undefined;
  readonly maxResponseBytes: number;
  /** Whether the connection is encrypted or stays on this machine, or the user allows plain HTTP. */
  readonly maySendSecrets: boolean;
}

/** Validates the options and adds their defaults. */
export function clientSettings(options: ClientOptions): ClientSettings {
  checkNames('createClient()', options, clientOptionNames);
  const { auth, requirements, retry = {}, follow = {}, budget = createRetryBudget(), onRetry, traceparent } = options;
  checkNames('requirements of createClient()', requirements, requirementNames);
  checkRetry('retry of createClient()', retry);
  checkFollow('follow of createClient()', follow);
  const { url, isPrivate } = readBaseUrl(options.url);
  const maySendSecrets = isPrivate || options.allowInsecure === true;
  if (!maySendSecrets) refuseUnencryptedCredentials(url, auth);
  return {
    url,
    authorize: createAuthorize(auth),
    requirements,
    // Called as a function, because browsers reject fetch as a method of another object.
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    timeoutMs: checkNumber('timeoutMs', options.timeoutMs ?? 60_000, durationLimit),
    deadlineMs: checkNumber('deadlineMs', options.deadlineMs ?? 120_000, durationLimit),
    retry,
    follow,
    budget,
    onRetry,
    traceparent: () => validTraceparent(traceparent),
    maxResponseBytes: checkNumber('maxResponseBytes', options.maxResponseBytes ?? 16 * 1024 * 1024, {
      unit: 'bytes',
      above: 0,
      infinity: 'no limit',
    }),
    maySendSecrets,
  };
}

function validTraceparent(traceparent: ClientOptions['traceparent']): string | undefined {
  try {
    const current = traceparent?.();
    return traceIdOf(current) === undefined ? undefined : current;
  } catch {
    // A failed callback must not fail the call, so it has no trace.
    return undefined;
  }
}
