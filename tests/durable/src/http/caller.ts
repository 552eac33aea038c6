import { setTimeout as wait } from 'node:timers/promises';
import { hostTime } from '../history-event.ts';

/** A call and its expected end. */
export interface PlannedCall {
  readonly caller: string;
  readonly callId: string;
  readonly toolId: string;
  readonly token: string;
  /** The tool is declared idempotent. */
  readonly mayRunTwice: boolean;
  /** The expected end. `either` for a call that is canceled. */
  readonly expects: 'value' | 'failure' | 'either';
}

/** A response of Open Tool Calling, as the caller sees it. */
export type Answer =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly message: string }
  /** The tool is still running. */
  | { readonly kind: 'running' }
  /** The tool failed, and the call is retryable. */
  | { readonly kind: 'can_retry' }
  | { readonly kind: 'refused'; readonly message: string; readonly retryAfterMs: number | undefined }
  /** The connection broke. */
  | { readonly kind: 'broken' }
  /** There was no response before the timeout. */
  | { readonly kind: 'silent' };

/** A request and its response. */
export interface Exchange extends PlannedCall {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly answer: Answer;
}

/** Whether the call has ended. */
export function isEnd({ kind }: Answer): boolean {
  return kind === 'value' || kind === 'failed';
}

/** The response timeout. No server may take longer in any scenario. */
const responseTimeoutMs = 30_000;

async function sendCall(server: string, call: PlannedCall): Promise<Exchange> {
  const sentAt = hostTime();
  const answer = await send(server, '/tools/call', call).then(readAnswer).catch(readError);
  return { ...call, sentAt, answeredAt: hostTime(), answer };
}

/** Requests a cancellation. Without a response the cancellation is lost, and the caller continues. */
export async function cancel(server: string, call: PlannedCall): Promise<void> {
  const answer = await send(server, '/tools/cancel', call).catch(() => undefined);
  await answer?.body?.cancel();
}

/** How a caller follows a call. */
export interface FollowOptions {
  /** Returns the URL for the next request. */
  readonly server: () => string;
  readonly onExchange: (exchange: Exchange) => void;
  /** Whether the caller stops at the first refusal. */
  readonly stopsAtRefusal: boolean;
  /** Whether the history has made no progress for so long that it is stuck. */
  readonly isStuck: () => boolean;
}

/** Repeats the call until it ends, with the delay of each response, as the standard defines. */
export async function followCall(
  call: PlannedCall,
  { server, onExchange, stopsAtRefusal, isStuck }: FollowOptions,
): Promise<void> {
  while (!isStuck()) {
    const exchange = await sendCall(server(), call);
    onExchange(exchange);
    const delayMs = delayAfter(exchange.answer);
    if (delayMs === undefined || (stopsAtRefusal && exchange.answer.kind === 'refused')) return;
    await wait(delayMs);
  }
}

function delayAfter(answer: Answer): number | undefined {
  switch (answer.kind) {
    case 'value':
    case 'failed':
      return undefined;
    case 'refused':
      return answer.retryAfterMs;
    case 'can_retry':
      return 50;
    case 'running':
    case 'broken':
    case 'silent':
      return 200;
  }
}

function send(server: string, path: string, { caller, callId, toolId, token }: PlannedCall): Promise<Response> {
  return fetch(`${server}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'otc-api-key': caller },
    body: JSON.stringify({ request: { call_id: callId, tool_id: toolId, input: { token } } }),
    signal: AbortSignal.timeout(responseTimeoutMs),
  });
}

interface Body {
  readonly message?: string;
  readonly result?: {
    readonly success: boolean;
    readonly value?: unknown;
    readonly error?: { readonly message: string; readonly can_retry?: boolean };
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const { message = '', result } = (await response.json()) as Body;
  if (result === undefined) {
    const seconds = response.headers.get('retry-after');
    return { kind: 'refused', message, retryAfterMs: seconds === null ? undefined : Number(seconds) * 1_000 };
  }
  if (result.success) return { kind: 'value', value: result.value };
  if (response.headers.has('call-running')) return { kind: 'running' };
  return result.error?.can_retry === true
    ? { kind: 'can_retry' }
    : { kind: 'failed', message: result.error?.message ?? '' };
}

function readError(error: unknown): Answer {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return { kind: isTimeout ? 'silent' : 'broken' };
}
