import {
  callListener,
  checkFunction,
  checkNames,
  checkRoutePath,
  type Fetch,
  type Filled,
  isObject,
  type NamesOf,
  StartupError,
} from '@toolwire/internal';
import type { Report } from './flow/token-refresher.ts';
import type { PageRequest, Visitor } from './pages/page.ts';
import { checkProvider, type ProviderOptions, readSecureUrl } from './provider/provider-options.ts';
import type { TokenVault } from './vault/token-vault.ts';

/** Options of `createSignIn()`. How long a user has to sign in is a constant: `signInLinkMs` in `flow/sign-in-link.ts`. */
export interface SignInOptions {
  /** The public URL of the server including its mount path, for example `https://app.example.com/ai`. */
  readonly publicUrl: string;
  /** The path of the pages; default `/oauth`. Register `publicUrl` + `path` + `/callback/` + provider ID as the redirect URI. */
  readonly path?: string | undefined;
  /** The providers by the ID that tools require: `requirements: { authorization: [{ id: 'google' }] }`. */
  readonly providers: Readonly<Record<string, ProviderOptions>>;
  /** Stores the users' tokens, encrypted: `createTokenVault()`. */
  readonly vault: TokenVault;
  /** Returns the browser's user, for example from your session cookie, or `confirm` to ask an unknown user; default the host's `principal`. */
  readonly visitor?: ((request: PageRequest) => Visitor | Promise<Visitor>) | undefined;
  /** Called with handled errors, for example to log them. */
  readonly report?: Report | undefined;
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch | undefined;
}

const optionNames: NamesOf<SignInOptions> = {
  publicUrl: true,
  path: true,
  providers: true,
  vault: true,
  visitor: true,
  report: true,
  fetch: true,
};

/** Options with their defaults. */
export interface SignInSettings extends Filled<Omit<SignInOptions, 'publicUrl'>> {
  /** The public URL of the pages, without a slash at its end. */
  readonly base: URL;
}

/** Checks the options at startup and adds the defaults. */
export function readSignInOptions(options: Partial<SignInOptions> = {}): SignInSettings {
  checkNames('createSignIn()', options, optionNames);
  const { publicUrl = '', providers, path = '/oauth' } = options;
  if (!isObject(providers) || !isObject(options.vault)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      'createSignIn() needs providers, such as { google: { … } }, and a vault, such as createTokenVault({ … }).',
    );
  }
  for (const [id, provider] of Object.entries(providers)) checkProvider(id, provider);
  checkFunction('visitor', options.visitor, 'visitor: (request) => request.principal');
  checkFunction('report', options.report, 'report: (error, action) => logger.error({ error }, action)');
  checkFunction('fetch', options.fetch, 'fetch: (url, init) => fetch(url, init)');
  checkRoutePath('path of createSignIn()', path, '/oauth');
  const base = readSecureUrl('publicUrl', publicUrl);
  return {
    providers,
    path,
    vault: options.vault,
    base: new URL(base.origin + base.pathname.replace(/\/$/, '') + path),
    visitor: options.visitor ?? ((request) => request.principal),
    report: (error, action) => callListener(options.report, error, action),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  };
}
