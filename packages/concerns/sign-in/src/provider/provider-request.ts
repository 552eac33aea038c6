import { type Fetch, type FetchInit, isPrivateUrl, readBytes, untilAborted } from '@toolwire/internal';
import type * as oauth from 'oauth4webapi';
import { isLoopbackHttp } from './provider-options.ts';

/** The timeout of one request. */
const requestTimeoutMs = 5_000;

/** The longest refresh, including discovery. */
export const maxRefreshMs: number = 3 * requestTimeoutMs;

/** Sends a request and reads the whole response. */
type LimitedFetch = (
  url: string,
  init: Omit<FetchInit, 'signal' | 'body'> & { readonly body?: URLSearchParams | undefined },
) => Promise<Response>;

/** Request options of oauth4webapi: the fetch function, and whether http is allowed. */
export interface ProviderRequest {
  readonly [oauth.customFetch]: LimitedFetch;
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning: used for http on this machine
  readonly [oauth.allowInsecureRequests]: boolean;
}

/** Creates the request options for an issuer. */
export function createProviderRequest(library: typeof oauth, issuer: string, fetch: Fetch): ProviderRequest {
  return {
    [library.customFetch]: limitedFetch(secureFetch(fetch), requestTimeoutMs),
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning: used for http on this machine
    [library.allowInsecureRequests]: isLoopbackHttp(new URL(issuer)),
  };
}

/** Allows http for URLs on this machine only, because metadata may name any URL and secrets are sent there. */
function secureFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    if (isPrivateUrl(new URL(url))) return fetch(url, init);
    throw new TypeError("The provider's metadata contains a URL that is not https.");
  };
}

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
