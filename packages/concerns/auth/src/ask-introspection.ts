import { type IntrospectionAnswer, readAnswer } from './introspection-answer.ts';
import { createIntrospectionEndpoint } from './introspection-endpoint.ts';
import type { FetchIntrospection, IntrospectionOptions } from './introspection-options.ts';
import type { FetchedKeySet } from './jwt-options.ts';
import type { AskInTime } from './paced-questions.ts';
import { readJson } from './read-json.ts';
import { untilAborted, withinSeconds } from './within-seconds.ts';
import { withoutSecrets } from './without-secrets.ts';

const askSeconds = 5;
const what = 'The question about a token';

/** Asks the authorization server about one token after the other (RFC 7662, section 2.1), each within one limit for all that it takes. */
export function createAskIntrospection(options: IntrospectionOptions, pauseMs: number): AskInTime {
  const { clientSecret, fetch: fetchAnswer = ((url, init) => fetch(url, init)) satisfies FetchIntrospection } = options;
  const endpoint = createIntrospectionEndpoint(
    options,
    fetchAnswer,
    (find) => withinSeconds(askSeconds, lateError, find),
    pauseMs,
  );
  return (token, late) => {
    const tooLate = (): Error => {
      late();
      return lateError();
    };
    return withinSeconds(askSeconds, tooLate, async (signal) => {
      const address = await untilAborted(signal, () => endpoint.find());
      try {
        const init = { method: 'POST', ...questionOf(token, options), redirect: 'manual', signal } as const;
        return await readResponse(await untilAborted(signal, () => fetchAnswer(address, init)), signal);
      } catch (cause) {
        endpoint.doubt();
        // A fetch of the app's own may repeat in its errors what it was to send.
        throw withoutSecrets(cause, [token, clientSecret, credentialsOf(options)]);
      }
    });
  };
}

async function readResponse(answer: FetchedKeySet, signal: AbortSignal): Promise<IntrospectionAnswer> {
  if (answer.status === 401) {
    throw new Error(`${what} was answered with status 401. Are clientId and clientSecret those of this server?`);
  }
  return readAnswer(await readJson(answer, signal, what));
}

function questionOf(token: string, { clientId, clientSecret, clientAuthentication }: IntrospectionOptions) {
  const inBody = clientAuthentication === 'post';
  const named = inBody ? { client_id: clientId, client_secret: clientSecret } : {};
  return {
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(!inBody && { authorization: `Basic ${credentialsOf({ clientId, clientSecret })}` }),
    },
    body: new URLSearchParams({ token, token_type_hint: 'access_token', ...named }).toString(),
  };
}

function credentialsOf({ clientId, clientSecret }: Pick<IntrospectionOptions, 'clientId' | 'clientSecret'>): string {
  return btoa(`${formText(clientId)}:${formText(clientSecret)}`);
}

/** RFC 6749, section 2.3.1: as in a form, so that the colon between the two is the only one. */
function formText(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function lateError(): Error {
  return new Error(
    `The authorization server has not answered within ${askSeconds} seconds. Is it up, and can this host reach it?`,
  );
}
