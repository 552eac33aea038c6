import { discoverAddress } from './discover-address.ts';
import { createGetJson } from './get-json.ts';
import { readAnswer } from './introspection-answer.ts';
import type { FetchIntrospection, IntrospectionOptions } from './introspection-options.ts';
import { readJson } from './read-json.ts';
import type { AskAboutToken } from './token-look-ups.ts';
import { untilAborted, withinSeconds } from './within-seconds.ts';

const askSeconds = 5;
const what = 'The question about a token';

/** Asks the authorization server about one token after the other (RFC 7662, section 2.1), each within one limit for all that it takes. */
export function createAskIntrospection(options: IntrospectionOptions): AskAboutToken {
  const { fetch: fetchAnswer = ((url, init) => fetch(url, init)) satisfies FetchIntrospection } = options;
  const findEndpoint = endpointFinder(options, fetchAnswer);
  return (token) =>
    withinSeconds(askSeconds, late, async (signal) => {
      const endpoint = await untilAborted(signal, findEndpoint);
      const init = { method: 'POST', ...questionOf(token, options), redirect: 'manual', signal } as const;
      const answer = await untilAborted(signal, () => fetchAnswer(endpoint, init));
      if (answer.status === 401) {
        throw new Error(`${what} was answered with status 401. Are clientId and clientSecret those of this server?`);
      }
      return readAnswer(await readJson(answer, signal, what));
    });
}

function endpointFinder({ issuer, endpoint }: IntrospectionOptions, fetchAnswer: FetchIntrospection) {
  const getJson = createGetJson((url, init) => fetchAnswer(url, { method: 'GET', ...init }));
  let found: Promise<string> | undefined = endpoint === undefined ? undefined : Promise.resolve(String(endpoint));
  return (): Promise<string> => {
    found ??= withinSeconds(askSeconds, late, (signal) =>
      discoverAddress(issuer ?? '', 'introspection_endpoint', getJson, signal),
    ).catch((cause: unknown) => {
      // The next token asks anew.
      found = undefined;
      throw cause;
    });
    return found;
  };
}

function questionOf(token: string, { clientId, clientSecret, clientAuthentication }: IntrospectionOptions) {
  const inBody = clientAuthentication === 'post';
  const named = inBody ? { client_id: clientId, client_secret: clientSecret } : {};
  return {
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(!inBody && { authorization: `Basic ${btoa(`${formText(clientId)}:${formText(clientSecret)}`)}` }),
    },
    body: new URLSearchParams({ token, token_type_hint: 'access_token', ...named }).toString(),
  };
}

/** RFC 6749, section 2.3.1: as in a form, so that the colon between the two is the only one. */
function formText(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function late(): Error {
  return new Error(
    `The authorization server has not answered within ${askSeconds} seconds. Is it up, and can this host reach it?`,
  );
}
