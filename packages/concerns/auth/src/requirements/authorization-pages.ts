import type {
  AuthorizationRequirement,
  Call,
  MaybePromise,
  MissingAuthorization,
  MissingRequirements,
} from '@toolwire/core';
import { isHttpUrl } from '@toolwire/internal';

/** A page where the user authorizes a provider, and optionally a URL that reports the status (OXP-CH-01, OXP-CH-03). */
type AuthorizationPage = string | Omit<MissingAuthorization & { readonly url: string }, 'id'>;

/** A provider's token or page is not available. */
export interface Unavailable {
  /** The reason, which is shown to the caller after a colon. */
  readonly unavailable: string;
  /** How long to wait before the next try. */
  readonly retryAfterMs?: number;
}

/** Returns the page where the user authorizes a provider whose token is missing. */
export type CreateAuthorizationPage = (
  requirement: AuthorizationRequirement,
  call: Call,
) => MaybePromise<AuthorizationPage | Unavailable | undefined>;

/** The missing requirements with their pages, and the reasons for unavailable pages. */
export interface MissingWithPages {
  readonly missing: MissingRequirements;
  readonly reasons: readonly string[];
  /** When all unavailable pages can be requested again, if known. */
  readonly retryAfterMs?: number;
}

/** Adds the app's pages to the missing providers. */
export async function addAuthorizationPages(
  createPage: CreateAuthorizationPage,
  call: Call,
  missing: MissingRequirements,
  requirementOf: (providerId: string) => AuthorizationRequirement,
): Promise<MissingWithPages> {
  const unavailable: Unavailable[] = [];
  const authorization = missing.authorization?.map(async ({ id }): Promise<MissingAuthorization> => {
    const created = await createPage(requirementOf(id), call);
    // Plain JavaScript may return null.
    if (!created) return { id };
    if (isUnavailable(created)) {
      unavailable.push(created);
      return { id };
    }
    const page = typeof created === 'string' ? { url: created } : created;
    expectHttpUrl(page.url, `The authorization page for '${id}'`);
    if (page.checkUrl !== undefined) expectHttpUrl(page.checkUrl, `The \`checkUrl\` of the page for '${id}'`);
    return { id, ...page };
  });
  const withPages = authorization && (await Promise.all(authorization));
  const waits = unavailable.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return {
    missing: { ...missing, ...(withPages && { authorization: withPages }) },
    reasons: [...new Set(unavailable.map((entry) => entry.unavailable))],
    ...(waits.length > 0 && { retryAfterMs: Math.max(...waits) }),
  };
}

/** Returns whether the app reported that a token or a page is unavailable. */
export function isUnavailable(value: AuthorizationPage | Unavailable | undefined): value is Unavailable {
  return typeof value === 'object' && value !== null && 'unavailable' in value;
}

// Users open the page in a browser, and clients request `checkUrl`.
function expectHttpUrl(url: string, subject: string): void {
  if (!isHttpUrl(url)) throw new TypeError(`${subject} must be an absolute http or https URL.`);
}
