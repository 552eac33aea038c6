import { isLoopback, isPrivateUrl, StartupError } from '@toolwire/internal';
import type * as oauth from 'oauth4webapi';
import { type Fetch, type LimitedFetch, limitedFetch } from './limited-fetch.ts';

/** The timeout of one request. */
const timeoutMs = 5_000;

/** The longest refresh, including discovery. */
export const maxRefreshMs: number = 3 * timeoutMs;

/** Request options of oauth4webapi: the fetch function, and whether http is allowed. */
export interface ProviderRequest {
  readonly [oauth.customFetch]: LimitedFetch;
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning: used for http on this machine
  readonly [oauth.allowInsecureRequests]: boolean;
}

/** Creates the request options for an issuer. */
export function createProviderRequest(library: typeof oauth, issuer: string, fetch: Fetch): ProviderRequest {
  return {
    [library.customFetch]: limitedFetch(secureFetch(fetch), timeoutMs),
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

/** Parses a URL; throws unless it is https, or http on this machine. */
export function checkAddress(name: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && isPrivateUrl(url)) return url;
  throw new StartupError(
    'TW_OPTION_URL',
    `${name} must be an https URL, such as 'https://accounts.example.com'. Only loopback hosts may use http.`,
  );
}

/** Whether a URL is http on this machine. */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && isLoopback(url);
}
