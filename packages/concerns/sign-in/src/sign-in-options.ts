import { checkChoice, checkNames, checkNumber, type NamesOf, StartUpError, wholeMs } from '@toolwire/internal';
import type { Report } from './flow/fresh-tokens.ts';
import type { PageRequest, Person } from './pages/page.ts';
import type { UnknownVisitors } from './pages/page-parts.ts';
import type { Fetch } from './provider/limited-fetch.ts';
import { checkAddress, checkProvider, type ProviderOptions } from './provider/provider-options.ts';
import type { TokenVault } from './vault/token-vault.ts';

/** At which services users sign in, and where what they have allowed is kept. */
export interface SignInOptions {
  /** Where browsers reach the server, as far as it is mounted, such as `https://app.example.com/ai`. */
  readonly publicUrl: string;
  /** Below which path the pages are; `/oauth` if left out. The address to register at a provider is `publicUrl` + `path` + `/callback/` + its id. */
  readonly path?: string | undefined;
  /** The services by the id that tools require: `requirements: { authorization: [{ id: 'google' }] }`. */
  readonly providers: Readonly<Record<string, ProviderOptions>>;
  /** Keeps the tokens of users, encrypted: `createTokenVault()`. */
  readonly vault: TokenVault;
  /** Whose browser it is, such as by the cookie of your own sign-in; the host's `principal` if left out. */
  readonly visitor?: ((request: PageRequest) => Person | undefined | Promise<Person | undefined>) | undefined;
  /** What becomes of browsers of which nobody knows whose they are: `refuse` if left out, or `confirm` to ask whoever sits there. */
  readonly unknownVisitors?: UnknownVisitors | undefined;
  /** How long a user has to sign in; 10 minutes if left out. */
  readonly ticketMs?: number | undefined;
  /** How long before its end a token is refreshed; a minute if left out. */
  readonly refreshAheadMs?: number | undefined;
  /** Hears what went wrong and was made up for, for the log. */
  readonly report?: Report | undefined;
  /** Asks providers, such as through a proxy; the global one if left out. */
  readonly fetch?: Fetch | undefined;
}

const optionNames: NamesOf<SignInOptions> = {
  publicUrl: true,
  path: true,
  providers: true,
  vault: true,
  visitor: true,
  unknownVisitors: true,
  ticketMs: true,
  refreshAheadMs: true,
  report: true,
  fetch: true,
};

/** Options with their defaults. */
export type SignInSettings = {
  readonly [Name in Exclude<keyof SignInOptions, 'publicUrl'>]-?: NonNullable<SignInOptions[Name]>;
} & { readonly base: URL };

/** Refuses, when the program starts, what could never sign anybody in; answers all with defaults. */
export function readSignInOptions(options: SignInOptions): SignInSettings {
  checkNames('createSignIn()', options, optionNames);
  const { providers, unknownVisitors = 'refuse', path = '/oauth' } = options;
  const { ticketMs = 10 * 60_000, refreshAheadMs = 60_000 } = options;
  for (const [id, provider] of Object.entries(providers)) checkProvider(id, provider);
  checkChoice('unknownVisitors', unknownVisitors, ['refuse', 'confirm']);
  checkNumber('ticketMs', ticketMs, wholeMs);
  checkNumber('refreshAheadMs', refreshAheadMs, { unit: 'milliseconds', from: 0 });
  if (!/^(\/[\w.~-]+)+$/.test(path)) {
    throw new StartUpError('TW_OPTION_PATH', `The path of sign-ins is not one. Write one such as '/oauth'.`);
  }
  const base = checkAddress('publicUrl', options.publicUrl);
  return {
    providers,
    unknownVisitors,
    ticketMs,
    refreshAheadMs,
    path,
    vault: options.vault,
    base: new URL(base.origin + base.pathname.replace(/\/$/, '') + path),
    visitor: options.visitor ?? ((request) => request.principal),
    report: options.report ?? ((): void => {}),
    fetch: options.fetch ?? ((url, { body = null, signal = null, ...init }) => fetch(url, { ...init, body, signal })),
  };
}
