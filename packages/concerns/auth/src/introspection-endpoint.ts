import { discoverEndpoint } from './discovery.ts';
import { createFetchJson } from './fetch-json.ts';
import { cooldownMs } from './introspection-limiter.ts';
import type { FetchIntrospection, IntrospectionOptions } from './introspection-options.ts';

/** The introspection endpoint of an authorization server. */
export interface IntrospectionEndpoint {
  /** Resolves the URL; concurrent callers share one discovery request. */
  resolve(): Promise<string>;
  /** Reports a failed request: the URL may have changed, so it is discovered again, at most once in ten seconds. */
  reportFailure(): void;
}

type RunWithTimeout = (discover: (signal: AbortSignal) => Promise<string>) => Promise<string>;

/** Takes the URL from the options, or discovers it from the issuer's metadata. */
export function createIntrospectionEndpoint(
  { issuer, endpoint }: IntrospectionOptions,
  fetchIntrospection: FetchIntrospection,
  runWithTimeout: RunWithTimeout,
): IntrospectionEndpoint {
  if (endpoint !== undefined) {
    const url = String(endpoint);
    return { resolve: async () => url, reportFailure: () => undefined };
  }
  const fetchJson = createFetchJson((url, init) => fetchIntrospection(url, { method: 'GET', ...init }));
  let discovered: Promise<string> | undefined;
  let discoveredAt = Number.NEGATIVE_INFINITY;
  return {
    resolve() {
      if (discovered !== undefined) return discovered;
      discoveredAt = performance.now();
      discovered = runWithTimeout((signal) =>
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
      if (performance.now() - discoveredAt >= cooldownMs) discovered = undefined;
    },
  };
}
