import { withTimeout } from '@toolwire/limits';
import type { Authorize } from './auth.ts';
import { type Body, readBody } from './read-body.ts';

/** As much of `fetch` as the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One request, without what tells who sends it. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** What the server said. */
export interface Answer {
  readonly kind: 'answer';
  /** What was asked, without credentials and query: `POST https://example.com/ai/tools/call`. */
  readonly asked: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The server said nothing, or nothing to the end. */
export interface Silence {
  readonly kind: 'silence';
  readonly code: 'unauthenticated' | 'unreachable' | 'timeout';
  /** Whether the request may have reached the server. */
  readonly sent: 'no' | 'unknown';
  readonly cause: unknown;
}

/** What came of a request. */
export type Reply = Answer | Silence;

/** How a request is sent. */
export interface ExchangeOptions {
  readonly authorize: Authorize;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request once and reads the answer to its end. Rejects only when the caller's own signal aborts. */
export async function exchange(request: WireRequest, options: ExchangeOptions): Promise<Reply> {
  const { authorize, timeoutMs, signal } = options;
  let step: 'authorize' | 'send' = 'authorize';
  try {
    return await withTimeout(
      async (attemptSignal) => {
        const credentials = await authorize();
        attemptSignal.throwIfAborted();
        step = 'send';
        const headers = { ...request.headers, ...credentials };
        return send({ ...request, headers }, options, attemptSignal);
      },
      { ms: timeoutMs, signal },
    );
  } catch (cause) {
    signal?.throwIfAborted();
    return silence(step, cause);
  }
}

async function send(
  { method, url, headers, body }: WireRequest,
  { fetch, maxAnswerBytes }: ExchangeOptions,
  signal: AbortSignal,
): Promise<Answer> {
  // Never followed: the way on could be without encryption, to a stranger, or a GET without the call.
  const init: RequestInit = { method, headers, redirect: 'manual', signal };
  const response = await fetch(url, body === undefined ? init : { ...init, body });
  return {
    kind: 'answer',
    asked: `${method} ${url}`,
    status: response.status,
    headers: response.headers,
    body: await readBody(response, maxAnswerBytes, signal),
  };
}

function silence(step: 'authorize' | 'send', cause: unknown): Silence {
  const sent = step === 'authorize' || neverConnected(cause) ? 'no' : 'unknown';
  if (fieldOf(cause, 'name') === 'TimeoutError') return { kind: 'silence', code: 'timeout', sent, cause };
  return { kind: 'silence', code: step === 'authorize' ? 'unauthenticated' : 'unreachable', sent, cause };
}

/** What runtimes of servers say when there never was a connection; browsers tell nothing. */
const noConnection: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
];

function neverConnected(thrown: unknown): boolean {
  return (
    noConnection.includes(fieldOf(thrown, 'code')) || noConnection.includes(fieldOf(fieldOf(thrown, 'cause'), 'code'))
  );
}

function fieldOf(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
}
