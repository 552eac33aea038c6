import type {
  AuthorizationRequirement,
  Call,
  MaybePromise,
  MissingAuthorization,
  MissingRequirements,
} from '@toolwire/core';

/** Where the user may authorize a provider: a page, and perhaps an address that tells whether it was done (OXP-CH-01, 03). */
export type Challenge = string | Omit<MissingAuthorization & { readonly url: string }, 'id'>;

/** Offers a page at which the user may authorize a provider whose token is missing. */
export type OfferChallenge = (requirement: AuthorizationRequirement, call: Call) => MaybePromise<Challenge | undefined>;

/** Adds an address to each provider that is missing and for which the app offers one. */
export async function offerChallenges(
  offer: OfferChallenge,
  call: Call,
  missing: MissingRequirements,
  requirementOf: (providerId: string) => AuthorizationRequirement,
): Promise<MissingRequirements> {
  if (missing.authorization === undefined) return missing;
  const authorization = missing.authorization.map(async ({ id }): Promise<MissingAuthorization> => {
    const offered = await offer(requirementOf(id), call);
    if (offered === undefined) return { id };
    const challenge = typeof offered === 'string' ? { url: offered } : offered;
    for (const url of [challenge.url, challenge.checkUrl]) if (url !== undefined) check(url, id);
    return { id, ...challenge };
  });
  return { ...missing, authorization: await Promise.all(authorization) };
}

// It will be shown to people as a link, and opened by their browser.
function check(url: string, providerId: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new TypeError(`The challenge for '${providerId}' must be an absolute http or https address.`);
}
