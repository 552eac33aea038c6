import { readBytes, untilAborted } from '@toolwire/internal';

/** The request options that a custom `fetch` gets. */
interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | undefined;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

/** Sends a request and reads the whole response. */
export type LimitedFetch = (url: string, init: Omit<FetchInit, 'signal'>) => Promise<Response>;

const maxResponseBytes = 1_048_576;

/** Limits the time of requests and the size of responses, so that a faulty provider or `fetch` can't block calls or exhaust memory. */
export function limitedFetch(fetch: Fetch, timeoutMs: number): LimitedFetch {
  return async (url, init) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, headers, body } = await untilAborted(signal, () => fetch(url, { ...init, signal }));
    if (body === null) return new Response(null, { status, headers });
    const bytes = await readBytes(body, maxResponseBytes, signal);
    if (bytes === undefined) throw new RangeError(`The provider returned more than ${maxResponseBytes} bytes.`);
    return new Response(bytes, { status, headers });
  };
}
