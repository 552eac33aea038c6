import type { RefusedOutcome } from '@toolwire/core';
import type { McpAuthorization } from '../definitions/options.ts';
import { addBearerParameters, addTokenError, type Challenges } from '../tools/challenges.ts';

/** Creates the challenges of an endpoint. They name the URL of its metadata. */
export function createChallenges(metadataUrl: string, authorization: McpAuthorization): Challenges {
  const { scopesSupported = [], challenge: form = 'auto' } = authorization;
  const pointer = `resource_metadata="${metadataUrl}"`;
  return {
    addChallenge(refusal) {
      const { code, challenge = 'Bearer' } = refusal;
      // The challenge contains the scopes already. RFC 6750, 3.1
      if (code === 'insufficient_scope') return { ...refusal, challenge: `${challenge}, ${pointer}` };
      if (code !== 'unauthenticated') return refusal;
      const parameters = pointer + scopeOf(refusal, scopesSupported);
      return addTokenError({ ...refusal, challenge: addBearerParameters(challenge, parameters) });
    },
    resultChallenge(refusal, header) {
      const { code, message } = refusal;
      if (code !== 'unauthenticated' && code !== 'insufficient_scope') return undefined;
      // The user agent only selects the format of a refusal.
      const usesResult = form === 'result' || (form === 'auto' && chatGpt.test(header?.('user-agent') ?? ''));
      if (!usesResult) return undefined;
      const scope = scopeOf(refusal, code === 'unauthenticated' ? scopesSupported : []);
      return `Bearer error="insufficient_scope", error_description="${quotable(message)}", ${pointer}${scope}`;
    },
  };
}

/** Replaces characters that are not allowed inside quotes. RFC 6750, 3 */
function quotable(text: string): string {
  return text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
}

const chatGpt = /\b(?:openai|chatgpt)/i;

function scopeOf({ scopes = [] }: RefusedOutcome, baseScopes: readonly string[]): string {
  const all = [...new Set([...baseScopes, ...scopes])];
  return all.length === 0 ? '' : `, scope="${all.join(' ')}"`;
}
