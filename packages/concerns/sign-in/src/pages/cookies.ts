/** The name of the cookie of a confirmed account. */
export const confirmCookie = 'toolwire-sign-in-confirmed';

/** Returns the cookie name of one sign-in, since a browser may have several. */
export function cookieOf(state: string): string {
  return `toolwire-sign-in-${state.slice(0, 8).replace(/\W/g, '-')}`;
}

/** The cookies of a sign-in, which scripts can't read and other hosts can't set. */
export class Cookies {
  readonly #prefix: string;
  readonly #attributes: string;

  constructor(base: URL) {
    const isSecure = base.protocol === 'https:';
    // The prefix prevents other hosts of the domain from planting their own sign-in in a user's browser (RFC 6265bis, 4.1.3.2).
    this.#prefix = isSecure ? '__Host-' : '';
    this.#attributes = isSecure ? '; Path=/; HttpOnly; Secure' : `; Path=${base.pathname}; HttpOnly`;
  }

  /** Returns the value of a `Set-Cookie` header. `Lax` cookies are sent when a provider redirects back; `Strict` cookies only from our own pages. */
  setCookieHeader(name: string, value: string, maxAgeMs: number, sameSite: 'Lax' | 'Strict'): string {
    const seconds = Math.ceil(maxAgeMs / 1_000);
    return `${this.#prefix}${name}=${value}; Max-Age=${seconds}${this.#attributes}; SameSite=${sameSite}`;
  }

  /** Reads a cookie of a request. */
  read(header: string | undefined, name: string): string | undefined {
    const start = `${this.#prefix}${name}=`;
    return header
      ?.split(/; ?/)
      .find((cookie) => cookie.startsWith(start))
      ?.slice(start.length);
  }
}
