import { callListener, checkNumber, durationLimit } from '@toolwire/internal';
import { type RetryableOutcome, retrying } from '@toolwire/retry';
import type { ListResult } from '../listed-tool.ts';
import type { RequestOptions } from '../options/call-options.ts';
import type { ClientSettings } from '../options/client-options.ts';
import { retryOptionsOf } from '../options/retry-options.ts';
import type { AttemptResult } from '../read/read-response.ts';
import { type Deadline, startRequestDeadline } from './deadline.ts';
import { exchange, type HttpRequest, type Reply } from './exchange.ts';

type AnyResult = AttemptResult | ListResult;

/** A request to the server, and how to read its response. */
interface ServerRequest<Result> {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body?: string;
  readonly callId?: string;
  readonly traceparent: string | undefined;
  readonly read: (reply: Reply) => Result;
}

/** The last result, and how many times the request was sent. */
export interface RequestResult<Result> {
  readonly result: Result;
  readonly attempts: number;
}

/** Sends a request and retries it. Rejects if the caller's signal aborts, and with a `StartupError` if an option is invalid. */
export async function request<Result extends AnyResult>(
  serverRequest: ServerRequest<Result>,
  settings: ClientSettings,
  options: RequestOptions,
  deadline: Deadline = startRequestDeadline(settings, options),
): Promise<RequestResult<Result>> {
  const { url, authorize, fetch, maxResponseBytes, budget, onRetry } = settings;
  const { signal } = options;
  const timeoutMs = checkNumber('timeoutMs', options.timeoutMs ?? settings.timeoutMs, durationLimit);
  const { whenUnknown = true, ...policy } = retryOptionsOf(settings.retry, options.retry);
  const httpRequest = toHttpRequest(serverRequest, url);
  let attempts = 0;
  let endedAtDeadline = false;

  const countedFetch: ClientSettings['fetch'] = (address, init) => {
    attempts += 1;
    return fetch(address, init);
  };
  const attemptOnce = async (): Promise<Result> => {
    const remainingMs = deadline();
    const limits = { timeoutMs: Math.min(timeoutMs, remainingMs), maxResponseBytes, signal };
    const reply = await exchange(httpRequest, { authorize, fetch: countedFetch, ...limits });
    endedAtDeadline = reply.kind === 'no_response' && reply.code === 'timeout' && remainingMs <= timeoutMs;
    return serverRequest.read(reply);
  };
  // A call that may have run is retried only if the server supports call IDs. A listing can always be retried.
  const mayResend = whenUnknown || serverRequest.method === 'GET';
  const result = await retrying(attemptOnce, {
    ...policy,
    deadlineMs: deadline(),
    signal,
    budget,
    // The deadline of the retries starts later, so it may have a few milliseconds left.
    outcomeOf: (settled) => (settled.ok && !endedAtDeadline ? outcomeOf(settled.value, mayResend) : { kind: 'value' }),
    onRetry: ({ attempt, afterMs, settled }) => {
      if (settled.ok) {
        callListener(onRetry, { attempt, afterMs, message: messageOf(settled.value), callId: serverRequest.callId });
      }
    },
  });
  return { result, attempts };
}

function toHttpRequest({ method, path, body, traceparent }: ServerRequest<unknown>, baseUrl: string): HttpRequest {
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(traceparent !== undefined && { traceparent }),
  };
  return { method, url: baseUrl + path, headers, body };
}

function outcomeOf(result: AnyResult, mayResend: boolean): RetryableOutcome {
  // A poll of a running call is not a retry.
  if (result.kind === 'listed' || isRunning(result)) return { kind: 'value' };
  const isRisk = result.kind === 'refused' && result.ran === 'unknown' && result.isPending !== true && !mayResend;
  return isRisk ? { ...result, canRetry: false } : result;
}

/** Whether the call is still running. The standard has no result for this, so servers send a retryable failure with a header. */
export function isRunning(result: AnyResult): boolean {
  return result.kind === 'failed' && result.isRunning === true;
}

function messageOf(result: AnyResult): string {
  if (result.kind === 'value' || result.kind === 'listed') return '';
  return result.kind === 'failed' ? result.failure.message : result.message;
}
