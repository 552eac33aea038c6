import { cancelReading, isServerUnreachable, readBytes } from '@toolwire/internal';
import { withTimeout } from '@toolwire/limits';
import type { Authorize } from '../options/auth.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request without credentials. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A response of the server. */
export interface ServerResponse {
  readonly kind: 'response';
  /** The method and URL: `POST https://example.com/ai/tools/call`. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A request without a complete response. */
export interface NoResponse {
  readonly kind: 'no_response';
  readonly code: 'unauthenticated' | 'unreachable' | 'timeout';
  /** Whether the request may have reached the server. */
  readonly sent: 'no' | 'unknown';
  readonly cause: unknown;
}

export type Reply = ServerResponse | NoResponse;

interface ExchangeOptions {
  readonly authorize: Authorize;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request once and reads the whole response. Rejects only if the caller's signal aborts. */
export async function exchange(request: HttpRequest, options: ExchangeOptions): Promise<Reply> {
  const { authorize, timeoutMs, signal } = options;
  let step: 'authorize' | 'send' = 'authorize';
  let isOver = (): boolean => false;
  try {
    return await withTimeout(
      async (attemptSignal) => {
        isOver = () => attemptSignal.aborted;
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
    // Credentials may have failed after their own timeout.
    if (step === 'authorize' && !isOver()) return { kind: 'no_response', code: 'unauthenticated', sent: 'no', cause };
    const sent = step === 'authorize' || isServerUnreachable(cause) ? 'no' : 'unknown';
    const code = fieldOf(cause, 'name') === 'TimeoutError' ? 'timeout' : 'unreachable';
    return { kind: 'no_response', code, sent, cause };
  }
}

async function send(
  { method, url, headers, body }: HttpRequest,
  { fetch, maxResponseBytes }: ExchangeOptions,
  signal: AbortSignal,
): Promise<ServerResponse> {
  // Redirects are not followed, because the target could be unencrypted or another server, or get a GET request without the call.
  const init: RequestInit = { method, headers, redirect: 'manual', signal };
  const response = await fetch(url, body === undefined ? init : { ...init, body });
  return {
    kind: 'response',
    request: `${method} ${url}`,
    status: response.status,
    headers: response.headers,
    body: await readBody(response, maxResponseBytes, signal),
  };
}

function fieldOf(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
}

/** A body as text, or why it is not. */
type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'not_text' };

/** Reads a body up to a number of bytes, except of a redirect. Rejects when the signal aborts, because not every `fetch` supports it. */
async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const { body, status } = response;
  if (body === null) return { kind: 'text', text: '' };
  if (status >= 300 && status < 400) {
    cancelReading(body);
    return { kind: 'text', text: '' };
  }
  const bytes = await readBytes(body, maxBytes, signal);
  return bytes === undefined ? { kind: 'too_long' } : decode(bytes);
}

function decode(bytes: Uint8Array): Body {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'not_text' };
  }
}
