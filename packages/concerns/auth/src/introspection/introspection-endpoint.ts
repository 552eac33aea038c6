import { discoverEndpoint } from '../token/discovery.ts';
import { type FetchJson, withAbortAfter } from '../token/fetch-json.ts';
import type { IntrospectionOptions } from './introspection-options.ts';

/** The timeout of each request to the authorization server. */
export const timeoutSeconds = 5;

/** How long a discovered URL is used before a failed request causes another discovery. */
const rediscoveryMs = 10_000;

/** The introspection endpoint of an authorization server. */
export interface IntrospectionEndpoint {
  /** Resolves the URL; concurrent callers share one discovery request. */
  resolve(): Promise<string>;
  /** Reports a failed request: the URL may have changed, so it is discovered again after `rediscoveryMs`. */
  reportFailure(): void;
}

/** Takes the URL from the options, or discovers it from the issuer's metadata. */
export function createIntrospectionEndpoint(
  { issuer, endpoint }: IntrospectionOptions,
  fetchJson: FetchJson,
): IntrospectionEndpoint {
  if (endpoint !== undefined) {
    const url = String(endpoint);
    return { resolve: async () => url, reportFailure: () => undefined };
  }
  let discovered: Promise<string> | undefined;
  let discoveredAt = Number.NEGATIVE_INFINITY;
  return {
    resolve() {
      if (discovered !== undefined) return discovered;
      discoveredAt = performance.now();
      discovered = withAbortAfter(timeoutSeconds, timeoutError, (signal) =>
        // Options without an endpoint have an issuer.
        discoverEndpoint(issuer ?? '', 'introspection_endpoint', fetchJson, signal),
      ).catch((cause: unknown) => {
        // The next token tries again.
        discovered = undefined;
        throw cause;
      });
      return discovered;
    },
    reportFailure() {
      if (performance.now() - discoveredAt >= rediscoveryMs) discovered = undefined;
    },
  };
}

/** Creates the error for an authorization server that did not respond in time. */
export function timeoutError(): Error {
  return new Error(
    `The authorization server did not respond within ${timeoutSeconds} seconds. Is it up, and can this host reach it?`,
  );
}
