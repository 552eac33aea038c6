import { maskError, untilAborted } from '@toolwire/internal';
import { createFetchJson, readJsonBody, withAbortAfter } from '../token/fetch-json.ts';
import { createIntrospectionEndpoint, timeoutError, timeoutSeconds } from './introspection-endpoint.ts';
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
