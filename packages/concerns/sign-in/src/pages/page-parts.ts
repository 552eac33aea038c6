import type { Report } from '../flow/fresh-tokens.ts';
import type { Provider } from '../provider/provider.ts';
import type { TokenVault } from '../vault/token-vault.ts';
import type { Cookies } from './cookies.ts';
import type { PageRequest, Person } from './page.ts';

/** What is done with browsers of which nobody knows whose they are. */
export type UnknownVisitors = 'refuse' | 'confirm';

/** What pages are made of. */
export interface PageParts {
  readonly vault: TokenVault;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly cookies: Cookies;
  readonly report: Report;
  readonly unknownVisitors: UnknownVisitors;
  /** Whose browser it is. */
  readonly visitor: (request: PageRequest) => Promise<Person | undefined>;
  /** The public address of a page. */
  readonly address: (name: PageName) => string;
}

/** The pages that there are. */
export type PageName = 'start' | 'status' | CallbackName;

/** One for each provider (RFC 9700, 4.4): a page that all came back to could not tell whose code it is handed. */
type CallbackName = `callback/${string}`;

/** The page to which a provider sends its users back. */
export function callbackOf(provider: string): CallbackName {
  return `callback/${encodeURIComponent(provider)}`;
}
