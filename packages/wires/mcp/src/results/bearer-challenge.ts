import type { RefusedOutcome } from '@toolwire/core';

// RFC 6750, 3.1. ANS-08: no more than these, so that nobody learns why a token of somebody else's making was refused.
const descriptions: ReadonlyMap<unknown, string> = new Map([
  ['expired', 'The access token expired'],
  ['refused', 'The access token is not accepted'],
]);

/** Says in the challenge of a caller whose bearer token was refused that another one is needed; others get it as it is. */
export function tellOfToken(refusal: RefusedOutcome): RefusedOutcome {
  const { code, challenge = 'Bearer', token } = refusal;
  const description = code === 'unauthenticated' ? descriptions.get(token) : undefined;
  if (description === undefined) return refusal;
  const [bearer = '', ...others] = bearerFirst(challenge);
  // An app's own word of an error stands, as a parameter comes once.
  if (/[ ,]error *=/i.test(bearer)) return refusal;
  const error = `error="invalid_token", error_description="${description}"`;
  return { ...refusal, challenge: [addParameters(bearer, error), ...others].join(', ') };
}

/** Puts parameters into the Bearer challenge, or adds one; it comes first, where clients look for it and nowhere else. */
export function withParameters(challenge: string, parameters: string): string {
  const [bearer = '', ...others] = bearerFirst(challenge);
  const own = bearer.slice('Bearer'.length).trim();
  return [`Bearer ${parameters}`, ...(own === '' ? [] : [own]), ...others].join(', ');
}

// A comma outside of quotes, before a scheme: what an equals sign follows is a parameter.
const betweenChallenges = /, *(?=[\w-]+(?: +[^\s=,]|,|$))(?=(?:[^"]*"[^"]*")*[^"]*$)/;

function bearerFirst(challenge: string): readonly string[] {
  const all = challenge.split(betweenChallenges);
  const bearer = all.find((one) => /^bearer(?: |$)/i.test(one));
  return [bearer ?? 'Bearer', ...all.filter((one) => one !== bearer)];
}

function addParameters(bearer: string, parameters: string): string {
  const own = bearer.slice('Bearer'.length).trim();
  return `Bearer ${own === '' ? '' : `${own}, `}${parameters}`;
}
