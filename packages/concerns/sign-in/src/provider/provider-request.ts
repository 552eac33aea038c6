import * as oauth from 'oauth4webapi';
import { type Fetch, limitedFetch } from './limited-fetch.ts';
import { isLoopback } from './provider-options.ts';

/** How long a provider may take for one answer. */
const answerMs = 5_000;

/** The longest that one refresh takes: two answers, where the provider has to be asked first what it serves. */
export const longestRefreshMs: number = 3 * answerMs;

/** How a provider is asked: for how long, over what, and how much of its answer is read. */
export interface ProviderRequest {
  readonly [oauth.customFetch]: Fetch;
  // oxlint-disable-next-line typescript/no-deprecated -- as below: over http within the machine
  readonly [oauth.allowInsecureRequests]: boolean;
  readonly signal: () => AbortSignal;
}

/** Says how the provider of an issuer is asked. */
export function providerRequest(issuer: string, fetch: Fetch): ProviderRequest {
  return {
    [oauth.customFetch]: limitedFetch(privateFetch(fetch)),
    // oxlint-disable-next-line typescript/no-deprecated -- marked so that nobody takes it for strangers: this is http within the machine
    [oauth.allowInsecureRequests]: isLoopback(new URL(issuer)),
    signal: () => AbortSignal.timeout(answerMs),
  };
}

/** What a provider on this machine names over http is on this machine too: secrets go there, and metadata may name anybody. */
function privateFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const { protocol } = new URL(url);
    if (protocol === 'https:' || isLoopback(new URL(url))) return fetch(url, init);
    throw new TypeError('The provider has named an address that is not https.');
  };
}
