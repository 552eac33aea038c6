/** A request of a browser, as far as pages of a sign-in read it. */
export interface PageRequest {
  /** The raw query without its question mark. */
  readonly query: string;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /** Whom the app has signed in in this browser, where it knows. */
  readonly principal?: Person | undefined;
}

/** Somebody who calls tools, or opens a page. */
export interface Person {
  readonly id: string;
  readonly issuer?: string | undefined;
  readonly via?: { readonly id: string; readonly issuer?: string | undefined } | undefined;
}

/** The answer to a browser. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A page of its own words: nothing of a request or a provider is in it but what is escaped here. */
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
    headers: { ...always, 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
  };
}

/** Sends a browser on. */
export function redirect(location: string): PageResponse {
  return { status: 302, headers: { ...always, location }, body: '' };
}

/** An answer for programs. */
export function json(status: number, body: object): PageResponse {
  return { status, headers: { ...always, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The same answer, which also leaves a cookie. */
export function withCookie(response: PageResponse, cookie: string): PageResponse {
  return { ...response, headers: { ...response.headers, 'set-cookie': cookie } };
}

// The address of such a page must not be known to the next one, and no other page may frame it.
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
