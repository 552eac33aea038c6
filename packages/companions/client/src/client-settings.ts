import { checkNames, checkNumber, durationLimit, StartUpError } from '@toolwire/internal';
import { createRetryBudget, type RetryBudget } from '@toolwire/retry';
import { type Authorize, createAuthorize, hasCredentials } from './auth.ts';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import type { RequirementSources } from './call-context.ts';
import { type ClientOptions, clientOptionNames } from './client-options.ts';
import type { Fetch } from './exchange.ts';
import { type ClientFollowOptions, checkFollow } from './follow-options.ts';
import { type ClientRetry, type ClientRetryOptions, checkRetry } from './retry-options.ts';

/** The options of a client with every default filled in. */
export interface ClientSettings {
  readonly base: BaseUrl;
  readonly authorize: Authorize;
  readonly requirements: RequirementSources | undefined;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retry: ClientRetryOptions | false;
  readonly follow: ClientFollowOptions | false;
  readonly budget: RetryBudget;
  readonly onRetry: ((retry: ClientRetry) => void) | undefined;
  readonly traceparent: (() => string | undefined) | undefined;
  readonly maxAnswerBytes: number;
  /** Whether secrets may be sent. */
  readonly isPrivate: boolean;
}

/** Fills in the defaults, and throws when the client could never work, or not in private. */
export function clientSettings(options: ClientOptions): ClientSettings {
  checkNames('createClient()', options, clientOptionNames);
  const { auth, requirements, retry = {}, follow = {}, budget = createRetryBudget(), onRetry, traceparent } = options;
  checkRetry('retry of createClient()', retry);
  checkFollow('follow of createClient()', follow);
  const base = readBaseUrl(options.url);
  const isPrivate = base.isPrivate || options.allowInsecure === true;
  // OTC-AUTH-05
  if (!isPrivate && hasCredentials(auth)) {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      `The url ${base.address} is plain http to another machine, and everybody on the way could read the credentials. Use https, or set allowInsecure where the network is your own.`,
    );
  }
  return {
    base,
    authorize: createAuthorize(auth),
    requirements,
    // Called on its own: browsers refuse their fetch as a method of anything else.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs: checkNumber('timeoutMs', options.timeoutMs ?? 60_000, durationLimit),
    deadlineMs: checkNumber('deadlineMs', options.deadlineMs ?? 120_000, durationLimit),
    retry,
    follow,
    budget,
    onRetry,
    traceparent,
    maxAnswerBytes: checkNumber('maxAnswerBytes', options.maxAnswerBytes ?? 16 * 1024 * 1024, {
      unit: 'bytes',
      above: 0,
      infinity: 'no limit',
    }),
    isPrivate,
  };
}
