import { discoverAddress } from './discover-address.ts';
import { createGetJson } from './get-json.ts';
import type { FetchIntrospection, IntrospectionOptions } from './introspection-options.ts';

/** Where an authorization server answers questions about tokens. */
export interface IntrospectionEndpoint {
  /** The address, for which the issuer is asked once, however many questions wait for it. */
  find(): Promise<string>;
  /** A question has failed there: the issuer is asked again, as it may have moved, but not for each of many. */
  doubt(): void;
}

type FindInTime = (find: (signal: AbortSignal) => Promise<string>) => Promise<string>;

/** Finds the address by the options, or else by the issuer's metadata, and again after failures that are a pause apart. */
export function createIntrospectionEndpoint(
  { issuer, endpoint }: IntrospectionOptions,
  fetchAnswer: FetchIntrospection,
  inTime: FindInTime,
  pauseMs: number,
): IntrospectionEndpoint {
  if (endpoint !== undefined) {
    const given = String(endpoint);
    return { find: async () => given, doubt: () => undefined };
  }
  const getJson = createGetJson((url, init) => fetchAnswer(url, { method: 'GET', ...init }));
  let found: Promise<string> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    find() {
      if (found !== undefined) return found;
      askedAt = performance.now();
      found = inTime((signal) => discoverAddress(issuer ?? '', 'introspection_endpoint', getJson, signal)).catch(
        (cause: unknown) => {
          // The next token asks anew.
          found = undefined;
          throw cause;
        },
      );
      return found;
    },
    doubt() {
      if (performance.now() - askedAt >= pauseMs) found = undefined;
    },
  };
}
