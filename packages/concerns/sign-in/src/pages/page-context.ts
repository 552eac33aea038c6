import type { PrincipalIdentity } from '@toolwire/internal';
import type { Report } from '../flow/token-refresher.ts';
import type { Provider } from '../provider/provider.ts';
import type { TokenVault } from '../vault/token-vault.ts';
import type { Cookies } from './cookies.ts';
import type { PageRequest } from './page.ts';

/** Whether to refuse an unknown user of a browser, or to let the user confirm the account. */
export type UnknownVisitors = 'refuse' | 'confirm';

/** The parts of a sign-in that its pages share. */
export interface PageContext {
  readonly vault: TokenVault;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly cookies: Cookies;
  readonly report: Report;
  readonly unknownVisitors: UnknownVisitors;
  /** Returns the browser's user. */
  readonly visitor: (request: PageRequest) => Promise<PrincipalIdentity | undefined>;
  /** Returns the public URL of a page. */
  readonly urlOf: (name: PageName) => string;
}

/** The names of pages. */
export type PageName = 'start' | 'status' | CallbackName;

/** Each provider has its own page, so that a code is never sent to another provider (RFC 9700, 4.4). */
type CallbackName = `callback/${string}`;

/** The name of a provider's callback page, its redirect URI. */
export function callbackOf(provider: string): CallbackName {
  return `callback/${encodeURIComponent(provider)}`;
}
