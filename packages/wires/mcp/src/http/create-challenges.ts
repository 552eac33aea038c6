import type { RefusedOutcome } from '@toolwire/core';
import { tellOfToken, withParameters } from '../results/bearer-challenge.ts';
import type { Challenges } from '../results/challenges.ts';
import type { McpAuthorization } from '../settings/options.ts';

/** Makes the challenges of an endpoint whose metadata is at an address. */
export function createChallenges(metadata: string, authorization: McpAuthorization): Challenges {
  const { scopesSupported = [], challenge: form = 'auto' } = authorization;
  const pointer = `resource_metadata="${metadata}"`;
  return {
    lead(refusal) {
      const { code, challenge = 'Bearer' } = refusal;
      // RFC 6750, 3.1: its scopes are in it.
      if (code === 'insufficient_scope') return { ...refusal, challenge: `${challenge}, ${pointer}` };
      if (code !== 'unauthenticated') return refusal;
      const parameters = pointer + scopeOf(refusal, scopesSupported);
      return tellOfToken({ ...refusal, challenge: withParameters(challenge, parameters) });
    },
    inResult(refusal, header) {
      const { code, message } = refusal;
      if (code !== 'unauthenticated' && code !== 'insufficient_scope') return undefined;
      // What a client calls itself picks the form of a refusal, and nothing else.
      const isAsked = form === 'result' || (form === 'auto' && chatGpt.test(header?.('user-agent') ?? ''));
      if (!isAsked) return undefined;
      const scope = scopeOf(refusal, code === 'unauthenticated' ? scopesSupported : []);
      return `Bearer error="insufficient_scope", error_description="${quotable(message)}", ${pointer}${scope}`;
    },
  };
}

/** RFC 6750, 3: what may stand between quotes. */
function quotable(text: string): string {
  return text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
}

const chatGpt = /\b(?:openai|chatgpt)/i;

function scopeOf({ scopes = [] }: RefusedOutcome, basics: readonly string[]): string {
  const all = [...new Set([...basics, ...scopes])];
  return all.length === 0 ? '' : `, scope="${all.join(' ')}"`;
}
