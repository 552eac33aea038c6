import { checkNumber, durationLimit, tell } from '@toolwire/internal';
import { type RetryableOutcome, retrying } from '@toolwire/retry';
import { checkCallNames, type RequestOptions } from './call-options.ts';
import type { ListResult } from './call-result.ts';
import type { ClientSettings } from './client-settings.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { exchange, type Reply, type WireRequest } from './exchange.ts';
import type { AttemptResult } from './read-answer.ts';
import type { ClientRetryOptions } from './retry-options.ts';

/** All that can come of a request. */
type RequestResult = AttemptResult | ListResult;

/** What is asked of the server, and how to read what it says. */
export interface Asked<Result> {
  readonly method: WireRequest['method'];
  readonly path: string;
  readonly body?: string;
  readonly callId?: string;
  readonly traceparent: string | undefined;
  readonly read: (reply: Reply) => Result;
}

/** The last answer, and how many times it was asked for. */
export interface Answered<Result> {
  readonly result: Result;
  readonly attempts: number;
}

/** Sends a request until it has an answer that no retry would better. Rejects only when the caller's own signal aborts. */
export async function request<Result extends RequestResult>(
  asked: Asked<Result>,
  settings: ClientSettings,
  options: RequestOptions,
  deadline: Deadline = deadlineOf(settings, options),
): Promise<Answered<Result>> {
  checkCallNames(options);
  const { base, authorize, fetch, maxAnswerBytes, budget, onRetry } = settings;
  const { signal } = options;
  const timeoutMs = checkNumber('timeoutMs', options.timeoutMs ?? settings.timeoutMs, durationLimit);
  const { whenUnknown = true, ...policy } = policyOf(settings, options);
  const wire = toWire(asked, base.address);
  let attempts = 0;

  const attemptOnce = async (): Promise<Result> => {
    attempts += 1;
    const limits = { timeoutMs: Math.min(timeoutMs, deadline()), maxAnswerBytes, signal };
    return asked.read(await exchange(wire, { authorize, fetch, ...limits }));
  };
  // What may have run is sent again only to a server that knows call ids; to ask for a listing twice does no harm.
  const mayResend = whenUnknown || asked.method === 'GET';
  const result = await retrying(attemptOnce, {
    ...policy,
    deadlineMs: deadline(),
    signal,
    budget,
    outcomeOf: (settled) => (settled.ok ? outcomeOf(settled.value, mayResend) : { kind: 'value' }),
    onRetry: ({ attempt, afterMs, settled }) => {
      if (settled.ok) tell(onRetry, { attempt, afterMs, message: messageOf(settled.value), callId: asked.callId });
    },
  });
  return { result, attempts };
}

/** Starts the time that a request, and all that comes before it, may take. */
export function deadlineOf(settings: ClientSettings, { deadlineMs = settings.deadlineMs }: RequestOptions): Deadline {
  return startDeadline(checkNumber('deadlineMs', deadlineMs, durationLimit));
}

function policyOf({ retry }: ClientSettings, { retry: own = retry }: RequestOptions): ClientRetryOptions {
  if (own === false) return { maxAttempts: 1 };
  return retry === false ? own : { ...retry, ...own };
}

function toWire({ method, path, body, traceparent }: Asked<unknown>, address: string): WireRequest {
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(traceparent !== undefined && { traceparent }),
  };
  return { method, url: address + path, headers, body };
}

function outcomeOf(result: RequestResult, mayResend: boolean): RetryableOutcome {
  // To ask how far a call is, is not to try it again.
  if (result.kind === 'listed' || isRunning(result)) return { kind: 'value' };
  const isRisk = result.kind === 'refused' && result.ran === 'unknown' && !mayResend;
  return isRisk ? { ...result, canRetry: false } : result;
}

/** Tells the answer for a call that goes on. */
export function isRunning(result: RequestResult): boolean {
  return result.kind === 'failed' && result.isRunning === true;
}

function messageOf(result: RequestResult): string {
  if (result.kind === 'value' || result.kind === 'listed') return '';
  return result.kind === 'failed' ? result.failure.message : result.message;
}
