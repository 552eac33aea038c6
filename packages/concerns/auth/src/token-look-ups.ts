import type { IntrospectionAnswer } from './introspection-answer.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** Looks a token up; rejects where there is no answer. */
export type LookUpToken = (token: string) => Promise<IntrospectionAnswer>;

/** Asks an authorization server about a token, which is remembered by its hash alone; rejects where there is no answer. */
export type AskAboutToken = (token: string, hash: string) => Promise<IntrospectionAnswer>;

/** Looks tokens up: by an answer of a moment ago, or by one question for all that wait for the same token. */
export function createTokenLookUps(ask: AskAboutToken, kept: KeptAnswers): LookUpToken {
  const asked = new Map<string, Promise<IntrospectionAnswer>>();
  return async (token) => {
    const hash = await hashOf(token);
    const found = kept.find(hash);
    if (found) return found.answer;
    const answer = asked.get(hash) ?? askOnce(hash, token);
    return answer;
  };

  function askOnce(hash: string, token: string): Promise<IntrospectionAnswer> {
    const answer = ask(token, hash)
      .then((given) => {
        kept.keep(hash, given);
        return given;
      })
      .finally(() => asked.delete(hash));
    asked.set(hash, answer);
    return answer;
  }
}

/** Tokens are remembered by their hash: what is in memory lets nobody in. */
async function hashOf(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return btoa(String.fromCharCode(...bytes));
}
