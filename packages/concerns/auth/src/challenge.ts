import type {
  AuthorizationRequirement,
  Call,
  MaybePromise,
  MissingAuthorization,
  MissingRequirements,
} from '@toolwire/core';

/** Where the user may authorize a provider: a page, and perhaps an address that tells whether it was done (OXP-CH-01, 03). */
export type Challenge = string | Omit<MissingAuthorization & { readonly url: string }, 'id'>;

/** Why a provider's token, or a page for it, cannot be had, in words for the caller that follow a colon. */
export interface Unavailable {
  readonly unavailable: string;
  /** When it may be had again. */
  readonly retryAfterMs?: number;
}

/** Offers a page at which the user may authorize a provider whose token is missing. */
export type OfferChallenge = (
  requirement: AuthorizationRequirement,
  call: Call,
) => MaybePromise<Challenge | Unavailable | undefined>;

/** What a call lacks, and why no page helps with some of it. */
export interface Offered {
  readonly missing: MissingRequirements;
  readonly reasons: readonly string[];
}

/** Adds an address to each provider that is missing and for which the app offers one. */
export async function offerChallenges(
  offer: OfferChallenge,
  call: Call,
  missing: MissingRequirements,
  requirementOf: (providerId: string) => AuthorizationRequirement,
): Promise<Offered> {
  const reasons: string[] = [];
  const authorization = missing.authorization?.map(async ({ id }): Promise<MissingAuthorization> => {
    const offered = await offer(requirementOf(id), call);
    if (offered === undefined) return { id };
    if (isUnavailable(offered)) {
      reasons.push(offered.unavailable);
      return { id };
    }
    const challenge = typeof offered === 'string' ? { url: offered } : offered;
    for (const url of [challenge.url, challenge.checkUrl]) if (url !== undefined) check(url, id);
    return { id, ...challenge };
  });
  const offers = authorization && (await Promise.all(authorization));
  return { missing: { ...missing, ...(offers && { authorization: offers }) }, reasons: [...new Set(reasons)] };
}

/** Whether something is said to be out of reach. */
export function isUnavailable(offered: Challenge | Unavailable | undefined): offered is Unavailable {
  return typeof offered === 'object' && 'unavailable' in offered;
}

// It will be shown to people as a link, and opened by their browser.
function check(url: string, providerId: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new TypeError(`The challenge for '${providerId}' must be an absolute http or https address.`);
}
