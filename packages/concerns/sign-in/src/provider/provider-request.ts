import type * as oauth from 'oauth4webapi';
import { isLoopbackHttp } from './address.ts';
import { type Fetch, limitedFetch } from './limited-fetch.ts';

/** The timeout of one request. */
const timeoutMs = 5_000;

/** The longest refresh, including discovery. */
export const maxRefreshMs: number = 3 * timeoutMs;

/** Request options of oauth4webapi: the fetch function, its timeout, and whether http is allowed. */
export interface ProviderRequest {
  readonly [oauth.customFetch]: Fetch;
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning: used for http on this machine
  readonly [oauth.allowInsecureRequests]: boolean;
  readonly signal: () => AbortSignal;
}

/** Creates the request options for an issuer. */
export function createProviderRequest(library: typeof oauth, issuer: string, fetch: Fetch): ProviderRequest {
  return {
    [library.customFetch]: limitedFetch(secureFetch(fetch)),
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning: used for http on this machine
    [library.allowInsecureRequests]: isLoopbackHttp(new URL(issuer)),
    signal: () => AbortSignal.timeout(timeoutMs),
  };
}

/** Allows http for URLs on this machine only, because metadata may name any URL and secrets are sent there. */
function secureFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const { protocol } = new URL(url);
    if (protocol === 'https:' || isLoopbackHttp(new URL(url))) return fetch(url, init);
    throw new TypeError("The provider's metadata contains a URL that is not https.");
  };
}
