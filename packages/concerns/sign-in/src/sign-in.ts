import { principalKey } from '@toolwire/internal';
import { FreshTokens, ProviderUnreachable } from './flow/fresh-tokens.ts';
import { sealTicket, type Ticket } from './flow/ticket.ts';
import { callbackPage } from './pages/callback-page.ts';
import { Cookies } from './pages/cookies.ts';
import type { PageRequest, PageResponse, Person } from './pages/page.ts';
import { callbackOf, type PageName, type PageParts } from './pages/page-parts.ts';
import { startPage } from './pages/start-page.ts';
import { statusPage } from './pages/status-page.ts';
import { Provider } from './provider/provider.ts';
import { readSignInOptions, type SignInOptions } from './sign-in-options.ts';

/** Where a user signs in. */
export interface SignInAddress {
  /** To open in the user's browser. */
  readonly url: string;
  /** Answers whether the user has signed in (OXP-CH-03). */
  readonly checkUrl: string;
  readonly attemptId: string;
}

/** A token, or why there is none. */
export type FoundToken =
  | { readonly state: 'found'; readonly token: string }
  /** The user has to sign in, or to allow more. */
  | { readonly state: 'absent' }
  /** The provider cannot be asked for a new one. */
  | { readonly state: 'unreachable' }
  /** The vault cannot be asked. */
  | { readonly state: 'vault_away' };

/** One page, to be served with GET. */
export interface SignInPage {
  readonly path: string;
  readonly answer: (request: PageRequest) => Promise<PageResponse>;
}

/** Signs users in at other services, and finds their tokens. */
export interface SignIn {
  /** The ids of the services. */
  readonly providers: ReadonlySet<string>;
  readonly pages: readonly SignInPage[];
  /** A token of this user that is good for a while yet. */
  token(person: Person, provider: string, scopes?: readonly string[]): Promise<FoundToken>;
  /** An address at which this user signs in; `undefined` for a service that is not among `providers`. */
  begin(person: Person, provider: string, scopes?: readonly string[]): Promise<SignInAddress | undefined>;
  /** Ends what this user has allowed: `revoked` at the service too, `forgotten` here alone, or `unknown` where there was nothing. */
  forget(person: Person, provider: string): Promise<'revoked' | 'forgotten' | 'unknown'>;
}

/** Makes what signs users in at other services for the tools that need it. */
export function createSignIn(options: SignInOptions): SignIn {
  const { base, vault, report, ticketMs, refreshAheadMs, unknownVisitors, visitor, path, ...rest } =
    readSignInOptions(options);
  const providers = new Map(Object.entries(rest.providers).map(([id, one]) => [id, new Provider(one, rest.fetch)]));
  const fresh = new FreshTokens(vault, refreshAheadMs, report);
  const parts: PageParts = {
    vault,
    providers,
    report,
    unknownVisitors,
    cookies: new Cookies(base),
    visitor: async (request) => visitor(request),
    address: (name) => `${base.href}/${name}`,
  };
  const pageAt = (
    name: PageName,
    answer: (request: PageRequest, parts: PageParts) => Promise<PageResponse>,
  ): SignInPage => ({
    path: `${path}/${name}`,
    answer: (request) => answer(request, parts),
  });
  return {
    providers: new Set(providers.keys()),
    pages: [
      pageAt('start', startPage),
      ...[...providers.keys()].map((id) => pageAt(callbackOf(id), (request) => callbackPage(request, id, parts))),
      pageAt('status', statusPage),
    ],
    async token(person, id, scopes = []) {
      const provider = providers.get(id);
      if (provider === undefined) return { state: 'absent' };
      try {
        const tokens = await fresh.find({ owner: principalKey(person), provider: id }, provider);
        const isEnough = tokens !== undefined && provider.satisfies(tokens.scopes, scopes);
        return isEnough ? { state: 'found', token: tokens.accessToken } : { state: 'absent' };
      } catch (error) {
        if (error instanceof ProviderUnreachable) return { state: 'unreachable' };
        report(error, `finding a token of '${id}'`);
        return { state: 'vault_away' };
      }
    },
    async begin(person, id, scopes = []) {
      const provider = providers.get(id);
      if (provider === undefined) return undefined;
      const owner = principalKey(person);
      const before = await vault.find({ owner, provider: id });
      const startedAt = Date.now();
      const ticket: Ticket = {
        id: crypto.randomUUID(),
        owner,
        name: person.id,
        provider: id,
        // What was granted stays granted when more is asked for.
        scopes: provider.scopesFor([...(before?.tokens.scopes ?? []), ...scopes]),
        startedAt,
        until: startedAt + ticketMs,
      };
      const query = `?ticket=${await sealTicket(vault.seal, ticket)}`;
      return { url: parts.address('start') + query, checkUrl: parts.address('status') + query, attemptId: ticket.id };
    },
    async forget(person, id) {
      const tokens = await vault.take({ owner: principalKey(person), provider: id });
      if (tokens === undefined) return 'unknown';
      try {
        const isRevoked = await providers.get(id)?.revoke(tokens.refreshToken ?? tokens.accessToken);
        return isRevoked === true ? 'revoked' : 'forgotten';
      } catch (error) {
        report(error, `revoking a token of '${id}'`);
        return 'forgotten';
      }
    },
  };
}
