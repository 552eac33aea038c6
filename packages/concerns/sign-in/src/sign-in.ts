import type { PrincipalIdentity } from '@toolwire/internal';
import { createSignInLink, type SignInLink } from './flow/sign-in-link.ts';
import { type TokenLookup, UserTokens } from './flow/user-tokens.ts';
import { callbackPage } from './pages/callback-page.ts';
import { Cookies } from './pages/cookies.ts';
import { callbackOf, type PageContext, type PageName, type PageRequest, type PageResponse } from './pages/page.ts';
import { startPage } from './pages/start-page.ts';
import { statusPage } from './pages/status-page.ts';
import { Provider } from './provider/provider.ts';
import { readSignInOptions, type SignInOptions } from './sign-in-options.ts';

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
  token(user: PrincipalIdentity, provider: string, scopes?: readonly string[]): Promise<TokenLookup>;
  /** Returns the URL where the user signs in; `undefined` for an unknown provider. Rejects with a retryable tool error while the vault is unavailable. */
  begin(user: PrincipalIdentity, provider: string, scopes?: readonly string[]): Promise<SignInLink | undefined>;
  /**
   * Deletes the user's tokens: `revoked` also at the provider, `forgotten` only here, or `unknown` if there were none. Rejects with a
   * retryable tool error while the vault is unavailable.
   */
  forget(user: PrincipalIdentity, provider: string): Promise<'revoked' | 'forgotten' | 'unknown'>;
}

/** Creates a sign-in for tools that need tokens of other services. */
export function createSignIn(options: SignInOptions): SignIn {
  const { base, vault, report, visitor, path, fetch, ...rest } = readSignInOptions(options);
  const providers = new Map(
    Object.entries(rest.providers).map(([id, providerOptions]) => [id, new Provider(providerOptions, fetch)]),
  );
  const userTokens = new UserTokens({ vault, providers, report });
  const context: PageContext = {
    vault,
    providers,
    report,
    cookies: new Cookies(base),
    visitor: async (request) => visitor(request),
    urlOf: (name) => `${base.href}/${name}`,
  };
  return {
    providers: new Set(providers.keys()),
    pages: createPages(path, context),
    token: (user, provider, scopes = []) => userTokens.find(user, provider, scopes),
    begin: (user, provider, scopes = []) => createSignInLink(context, user, provider, scopes),
    forget: (user, provider) => userTokens.forget(user, provider),
  };
}

function createPages(path: string, context: PageContext): readonly SignInPage[] {
  const pageAt = (name: PageName, respond: SignInPage['respond']): SignInPage => ({ path: `${path}/${name}`, respond });
  return [
    pageAt('start', (request) => startPage(request, context)),
    ...[...context.providers.keys()].map((id) =>
      pageAt(callbackOf(id), (request) => callbackPage(request, id, context)),
    ),
    pageAt('status', (request) => statusPage(request, context)),
  ];
}
