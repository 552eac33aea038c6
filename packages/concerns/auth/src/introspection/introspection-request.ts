import { maskError, untilAborted } from '@toolwire/internal';
import { discoverEndpoint } from '../token/discovery.ts';
import { createFetchJson, type FetchJson, readJsonBody, withAbortAfter } from '../token/fetch-json.ts';
import type { IntrospectWithTimeout } from './introspection-limiter.ts';
import type { IntrospectionOptions } from './introspection-options.ts';
import { type IntrospectionResponse, parseIntrospection } from './introspection-response.ts';

const subject = 'The introspection request';

/** Returns a function that sends introspection requests (RFC 7662, section 2.1). Concurrent callers share discovery, so it has a separate timeout. */
export function createIntrospectionRequest(options: IntrospectionOptions): IntrospectWithTimeout {
  const send = options.fetch ?? ((url, init) => fetch(url, init));
  const endpoint = createIntrospectionEndpoint(options, createFetchJson(send));
  return (token, onTimeout) => {
    const reportTimeout = (): Error => {
      onTimeout();
      return timeoutError();
    };
    return withAbortAfter(timeoutSeconds, reportTimeout, async (signal) => {
      const url = await untilAborted(signal, () => endpoint.resolve());
      try {
        const init = { method: 'POST', ...requestInit(token, options), redirect: 'manual', signal } as const;
        return await parseResponse(await untilAborted(signal, () => send(url, init)), signal);
      } catch (cause) {
        endpoint.reportFailure();
        // Errors of a custom fetch may repeat the request.
        throw maskError(cause, [token, options.clientSecret, credentialsOf(options)]);
      }
    });
  };
}

async function parseResponse(response: Response, signal: AbortSignal): Promise<IntrospectionResponse> {
  if (response.status === 401) {
    throw new Error(`${subject}: the response has status 401. Check clientId and clientSecret.`);
  }
  return parseIntrospection(await readJsonBody(response, signal, subject));
}

function requestInit(token: string, { clientId, clientSecret, clientAuthentication }: IntrospectionOptions) {
  const inBody = clientAuthentication === 'post';
  const credentials = inBody ? { client_id: clientId, client_secret: clientSecret } : {};
  return {
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(!inBody && { authorization: `Basic ${credentialsOf({ clientId, clientSecret })}` }),
    },
    body: new URLSearchParams({ token, token_type_hint: 'access_token', ...credentials }).toString(),
  };
}

function credentialsOf({ clientId, clientSecret }: Pick<IntrospectionOptions, 'clientId' | 'clientSecret'>): string {
  return btoa(`${formEncode(clientId)}:${formEncode(clientSecret)}`);
}

/** Encodes as in a form, so that only the separator is a colon (RFC 6749, section 2.3.1). */
function formEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The timeout of each request to the authorization server. */
const timeoutSeconds = 5;

/** How long a discovered URL is used before a failed request causes another discovery. */
const rediscoveryMs = 10_000;

/** The introspection endpoint of an authorization server. */
interface IntrospectionEndpoint {
  /** Resolves the URL; concurrent callers share one discovery request. */
  resolve(): Promise<string>;
  /** Reports a failed request: the URL may have changed, so it is discovered again after `rediscoveryMs`. */
  reportFailure(): void;
}

/** Takes the URL from the options, or discovers it from the issuer's metadata. */
function createIntrospectionEndpoint(
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
        discoverEndpoint(issuer, 'introspection_endpoint', fetchJson, signal),
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
function timeoutError(): Error {
  return new Error(
    `The authorization server did not respond within ${timeoutSeconds} seconds. Is it up, and can this host reach it?`,
  );
}
