import type { PrincipalIdentity } from '@toolwire/internal';
import type { Report } from '../flow/token-refresher.ts';
import type { Provider } from '../provider/provider.ts';
import type { TokenVault } from '../vault/token-vault.ts';
import type { Cookies } from './cookies.ts';

/** The part of a browser's request that pages read. */
export interface PageRequest {
  /** The raw query without the question mark. */
  readonly query: string;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /** The user who is signed in to the app in this browser, if known. */
  readonly principal?: PrincipalIdentity | undefined;
}

/** The response to a browser. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns an HTML page, with all texts escaped. */
export function page(
  status: number,
  title: string,
  text: string,
  link?: { readonly href: string; readonly text: string },
): PageResponse {
  const more = link === undefined ? '' : `<p><a href="${escape(link.href)}">${escape(link.text)}</a></p>`;
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>`;
  const body = `<h1>${escape(title)}</h1><p>${escape(text)}</p>${more}`;
  return {
    status,
    headers: { ...securityHeaders, 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
  };
}

/** Returns a redirect. */
export function redirect(location: string): PageResponse {
  return { status: 302, headers: { ...securityHeaders, location }, body: '' };
}

/** Returns a JSON response. */
export function json(status: number, body: object): PageResponse {
  return { status, headers: { ...securityHeaders, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Sets the cookie of a response, which has at most one: a second call would replace it. */
export function withCookie(response: PageResponse, cookie: string): PageResponse {
  return { ...response, headers: { ...response.headers, 'set-cookie': cookie } };
}

// The page's own URL contains a code or a ticket, so it must not leak as a referrer, and no other page may frame it.
const securityHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The user of a browser. `confirm` lets an unknown user confirm the account on a page; `undefined` refuses the user. */
export type Visitor = PrincipalIdentity | 'confirm' | undefined;

/** The parts of a sign-in that its pages share. */
export interface PageContext {
  readonly vault: TokenVault;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly cookies: Cookies;
  readonly report: Report;
  /** Returns the browser's user. */
  readonly visitor: (request: PageRequest) => Promise<Visitor>;
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
