import { type Fetch, type FetchInit, readBytes, untilAborted } from '@toolwire/internal';

/** Sends a request and reads the whole response. */
export type LimitedFetch = (
  url: string,
  init: Omit<FetchInit, 'signal' | 'body'> & { readonly body?: URLSearchParams | undefined },
) => Promise<Response>;

const maxResponseBytes = 1_048_576;

/** Limits the time of requests and the size of responses, so that a faulty provider or `fetch` can't block calls or exhaust memory. */
export function limitedFetch(fetch: Fetch, timeoutMs: number): LimitedFetch {
  return async (url, { body: requestBody, ...init }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const request: FetchInit = { ...init, signal, ...(requestBody !== undefined && { body: requestBody }) };
    const { status, headers, body } = await untilAborted(signal, () => fetch(url, request));
    if (body === null) return new Response(null, { status, headers });
    const bytes = await readBytes(body, maxResponseBytes, signal);
    if (bytes === undefined) throw new RangeError(`The provider returned more than ${maxResponseBytes} bytes.`);
    return new Response(bytes, { status, headers });
  };
}
