import { checkNames, checkNumber, durationLimit, type NamesOf, StartUpError } from '@toolwire/internal';
import { createRetryBudget, type RetryBudget, type RetryPolicy } from '@toolwire/retry';
import { type AuthOptions, type Authorize, createAuthorize, hasCredentials } from './auth.ts';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import type { CallContext, RequirementSources } from './call-context.ts';
import type { Fetch } from './exchange.ts';
import { traceIdOf } from './traceparent.ts';

/** How often to send a request again, and how long to wait in between. */
export interface ClientRetryOptions extends Omit<RetryPolicy, 'deadlineMs'> {
  /**
   * Whether a call is sent again when nobody knows if its tool ran. It goes out under the same call id, by which a server knows it;
   * `false` is for servers that do not. `true` if left out.
   */
  readonly whenUnknown?: boolean | undefined;
}

/** A request that will be sent again. */
export interface ClientRetry {
  /** The attempt that has just ended; 1 is the first. */
  readonly attempt: number;
  readonly afterMs: number;
  /** What the server or the client said of it. */
  readonly message: string;
  /** Nothing where it was a listing. */
  readonly callId: string | undefined;
}

/** A call that its server goes on with, and that is asked for again. */
export interface RunningCall {
  readonly callId: string;
  /** How far it is, in the server's words. */
  readonly message: string;
  /** When it is asked for again. */
  readonly afterMs: number;
}

/** How a call is followed that goes on while nobody waits for its answer. */
export interface ClientFollowOptions {
  /** How long, in milliseconds, from the first word that it goes on; an hour if left out. */
  readonly maxMs?: number | undefined;
  /** Hears how far the call is, before each wait; if it throws, the call goes on. */
  readonly onRunning?: ((running: RunningCall) => void) | undefined;
}

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

const retryNames: NamesOf<ClientRetryOptions> = {
  whenUnknown: true,
  maxAttempts: true,
  baseMs: true,
  maxBackoffMs: true,
  maxRetryAfterMs: true,
};
const followNames: NamesOf<ClientFollowOptions> = { maxMs: true, onRunning: true };
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
const optionNames: NamesOf<ClientOptions> = {
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

/** Fills in the defaults, and throws when the client could never work, or not in private. */
export function clientSettings(options: ClientOptions): ClientSettings {
  checkNames('createClient()', options, optionNames);
  const { auth, requirements, retry = {}, follow = {}, budget = createRetryBudget(), onRetry, traceparent } = options;
  checkNames('retry of createClient()', retry === false ? undefined : retry, retryNames);
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

/** Refuses an option of one request or call that nobody would read. */
export function checkCallNames(options: CallOptions): void {
  checkNames('The options of a call', options, callNames);
  checkFollow('follow of a call', options.follow);
}

function checkFollow(where: string, follow: ClientFollowOptions | false | undefined): void {
  if (follow === false || follow === undefined) return;
  checkNames(where, follow, followNames);
  if (follow.maxMs !== undefined) checkNumber('maxMs', follow.maxMs, durationLimit);
}

/** The `traceparent` of a request, if it has one that is valid. */
export function traceparentOf(settings: ClientSettings, options: RequestOptions): string | undefined {
  const found = options.traceparent ?? ofTheMoment(settings);
  return traceIdOf(found) === undefined ? undefined : found;
}

function ofTheMoment({ traceparent }: ClientSettings): string | undefined {
  try {
    return traceparent?.();
  } catch {
    // Whoever traces has failed: the call goes on without.
    return undefined;
  }
}
