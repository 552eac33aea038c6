import { checkNames, checkNumber, durationLimit, traceIdOf } from '@toolwire/internal';
import { createRetryBudget, type RetryBudget } from '@toolwire/retry';
import { type RequirementSources, requirementNames } from '../calls/call-context.ts';
import type { Fetch } from '../send/exchange.ts';
import { type Authorize, createAuthorize, refuseUnencryptedCredentials } from './auth.ts';
import { readBaseUrl } from './base-url.ts';
import { type ClientOptions, clientOptionNames } from './client-options.ts';
import { checkFollow, type FollowOptions } from './follow-options.ts';
import { checkRetry, type RetryEvent, type RetryOptions } from './retry-options.ts';

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
