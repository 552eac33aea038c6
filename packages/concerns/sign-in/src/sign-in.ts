import { principalKey } from '@toolwire/internal';
import { sealTicket, type Ticket, ticketMs } from './flow/ticket.ts';
import { ProviderUnreachable, TokenRefresher } from './flow/token-refresher.ts';
import { callbackPage } from './pages/callback-page.ts';
import { Cookies } from './pages/cookies.ts';
import type { PageRequest, PageResponse, Person } from './pages/page.ts';
import { callbackOf, type PageContext, type PageName } from './pages/page-context.ts';
import { startPage } from './pages/start-page.ts';
import { statusPage } from './pages/status-page.ts';
import { Provider } from './provider/provider.ts';
import { readSignInOptions, type SignInOptions } from './sign-in-options.ts';
import { type Tokens, VaultUnavailable } from './vault/token-vault.ts';

/** The URLs of one sign-in of a user. */
export interface SignInLink {
  /** Opens in the user's browser. */
  readonly url: string;
  /** Reports whether the user has signed in (OXP-CH-03). */
  readonly checkUrl: string;
  readonly attemptId: string;
}

/** A token, or why it is not available. */
type TokenLookup =
  | { readonly state: 'found'; readonly token: string }
  /** The user has to sign in, or to grant more scopes. */
  | { readonly state: 'absent' }
  /** The provider is unreachable. */
  | { readonly state: 'unreachable' }
  /** The vault is unavailable. */
  | { readonly state: 'vault_unavailable' };

/** A page, to serve with GET. */
export interface SignInPage {
  readonly path: string;
  readonly respond: (request: PageRequest) => Promise<PageResponse>;
}

/** Signs users in at other services, and returns their tokens. */
export interface SignIn {
  /** The IDs of the providers. */
  readonly providers: ReadonlySet<string>;
  readonly pages: readonly SignInPage[];
  /** Returns a valid token of the user. */
  token(person: Person, provider: string, scopes?: readonly string[]): Promise<TokenLookup>;
  /** Returns the URL where the user signs in; `undefined` for an unknown provider. Rejects with a retryable tool error while the vault is unavailable. */
  begin(person: Person, provider: string, scopes?: readonly string[]): Promise<SignInLink | undefined>;
  /**
   * Deletes the user's tokens: `revoked` also at the provider, `forgotten` only here, or `unknown` if there were none. Rejects with a
   * retryable tool error while the vault is unavailable.
   */
  forget(person: Person, provider: string): Promise<'revoked' | 'forgotten' | 'unknown'>;
}

/** Creates a sign-in for tools that need tokens of other services. */
export function createSignIn(options: SignInOptions): SignIn {
  const { base, vault, report, unknownVisitors, visitor, path, ...rest } = readSignInOptions(options);
  const providers = new Map(
    Object.entries(rest.providers).map(([id, providerOptions]) => [id, new Provider(providerOptions, rest.fetch)]),
  );
  const refresher = new TokenRefresher(vault, report);
  const context: PageContext = {
    vault,
    providers,
    report,
    unknownVisitors,
    cookies: new Cookies(base),
    visitor: async (request) => visitor(request),
    urlOf: (name) => `${base.href}/${name}`,
  };
  const pageAt = (
    name: PageName,
    respond: (request: PageRequest, pageContext: PageContext) => Promise<PageResponse>,
  ): SignInPage => ({
    path: `${path}/${name}`,
    respond: (request) => respond(request, context),
  });
  return {
    providers: new Set(providers.keys()),
    pages: [
      pageAt('start', startPage),
      ...[...providers.keys()].map((id) => pageAt(callbackOf(id), (request) => callbackPage(request, id, context))),
      pageAt('status', statusPage),
    ],
    async token(person, id, scopes = []) {
      const provider = providers.get(id);
      if (provider === undefined) return { state: 'absent' };
      try {
        const tokens = await refresher.find({ owner: principalKey(person), provider: id }, provider);
        const isEnough = tokens !== undefined && provider.satisfies(tokens.scopes, scopes);
        return isEnough ? { state: 'found', token: tokens.accessToken } : { state: 'absent' };
      } catch (error) {
        report(error, `finding a token of '${id}'`);
        return { state: error instanceof ProviderUnreachable ? 'unreachable' : 'vault_unavailable' };
      }
    },
    async begin(person, id, scopes = []) {
      const provider = providers.get(id);
      if (provider === undefined) return undefined;
      const owner = principalKey(person);
      const stored = await vault.find({ owner, provider: id }).catch((error: unknown) => {
        report(error, `starting a sign-in at '${id}'`);
        throw new VaultUnavailable(`The sign-in at '${id}' cannot start`, error);
      });
      const startedAt = Date.now();
      const ticket: Ticket = {
        id: crypto.randomUUID(),
        owner,
        name: person.id,
        provider: id,
        // Requests the granted scopes again, so that they are kept.
        scopes: provider.scopesFor([...(stored?.tokens.scopes ?? []), ...scopes]),
        needed: scopes,
        startedAt,
        expiresAt: startedAt + ticketMs,
      };
      const query = `?ticket=${await sealTicket(vault.seal, ticket)}`;
      return {
        url: context.urlOf('start') + query,
        checkUrl: context.urlOf('status') + query,
        attemptId: ticket.id,
      };
    },
    async forget(person, id) {
      const key = { owner: principalKey(person), provider: id };
      const stored = await vault.take(key).catch((error: unknown) => {
        report(error, `deleting the tokens of '${id}'`);
        throw new VaultUnavailable(`The tokens for '${id}' cannot be deleted`, error);
      });
      const all = [refresher.takeUnstored(key), stored].filter((tokens) => tokens !== undefined);
      if (all.length === 0) return 'unknown';
      try {
        const revoke = async (tokens: Tokens): Promise<boolean> =>
          (await providers.get(id)?.revoke(tokens.refreshToken ?? tokens.accessToken)) === true;
        const areRevoked = await Promise.all(all.map(revoke));
        return areRevoked.every(Boolean) ? 'revoked' : 'forgotten';
      } catch (error) {
        report(error, `revoking a token of '${id}'`);
        return 'forgotten';
      }
    },
  };
}
