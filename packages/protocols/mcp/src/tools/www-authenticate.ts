import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import type { McpAuthorization } from '../definitions/options.ts';

/** Challenges for missing authentication or scopes. */
export interface Challenges {
  /** Whether the server publishes where clients get access tokens. */
  readonly hasMetadata: boolean;
  /** Adds to a refusal where to get a token. */
  readonly addChallenge: (refusal: RefusedOutcome) => RefusedOutcome;
  /** The challenge for clients that read it in the result of a call. `undefined` for clients that use HTTP statuses. */
  readonly resultChallenge: (refusal: RefusedOutcome, header: ReadHeader | undefined) => string | undefined;
}

/** The statuses on which clients start signing in. All other refusals of a call are errors in the body. MCP-AUTH-04 */
export const challengeStatus: Readonly<Partial<Record<RefusalCode, number>>> = {
  unauthenticated: 401,
  insufficient_scope: 403,
};

type ReadHeader = (name: string) => string | undefined;

/** Challenges without authorization servers, which have no metadata to refer to. */
export const noChallenges: Challenges = {
  hasMetadata: false,
  addChallenge: addTokenError,
  resultChallenge: () => undefined,
};

/** Creates the challenges of an endpoint. They name the URL of its metadata. */
export function createChallenges(metadataUrl: string, authorization: McpAuthorization): Challenges {
  const { scopesSupported = [], challenge: form = 'auto' } = authorization;
  const pointer = `resource_metadata="${metadataUrl}"`;
  return {
    hasMetadata: true,
    addChallenge(refusal) {
      const { code, challenge = 'Bearer' } = refusal;
      // `scope-stage.ts` of `@toolwire/auth` has added the scopes to the challenge. RFC 6750, 3.1
      if (code === 'insufficient_scope') return { ...refusal, challenge: withBearerParameters(challenge, pointer) };
      if (code !== 'unauthenticated') return refusal;
      const parameters = pointer + scopeOf(refusal, scopesSupported);
      return addTokenError({ ...refusal, challenge: withBearerParameters(challenge, parameters) });
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

// RFC 6750, 3.1. No other details, so that callers don't learn why a foreign token was rejected. ANS-08
const descriptions: ReadonlyMap<unknown, string> = new Map([
  ['expired', 'The access token expired'],
  ['refused', 'The access token is not accepted'],
]);

/** Adds the error parameters to the challenge of a caller whose bearer token was rejected. */
function addTokenError(refusal: RefusedOutcome): RefusedOutcome {
  const { code, challenge = 'Bearer', token } = refusal;
  const description = code === 'unauthenticated' ? descriptions.get(token) : undefined;
  if (description === undefined) return refusal;
  // A parameter may occur once, so an existing error of the app is kept.
  if (/[ ,]error *=/i.test(bearerFirst(challenge)[0])) return refusal;
  const error = `error="invalid_token", error_description="${description}"`;
  return { ...refusal, challenge: withBearerParameters(challenge, error) };
}

/** Adds parameters to the end of the Bearer challenge, or adds that challenge. It comes first, since clients read only the first. */
function withBearerParameters(challenge: string, parameters: string): string {
  const [bearer, ...rest] = bearerFirst(challenge);
  const existing = bearer.slice('Bearer'.length).trim();
  return [`Bearer ${existing === '' ? '' : `${existing}, `}${parameters}`, ...rest].join(', ');
}

// A comma outside of quotes and before a scheme. A token followed by an equals sign is a parameter.
const betweenChallenges = /, *(?=[\w-]+(?: +[^\s=,]|,|$))(?=(?:[^"]*"[^"]*")*[^"]*$)/;

function bearerFirst(challenge: string): readonly [bearer: string, ...others: readonly string[]] {
  const all = challenge.split(betweenChallenges);
  const bearer = all.find((item) => /^bearer(?: |$)/i.test(item));
  return [bearer ?? 'Bearer', ...all.filter((item) => item !== bearer)];
}
