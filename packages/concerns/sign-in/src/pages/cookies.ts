/** The cookies of a sign-in: seen by no script, and set by its own pages alone. */
export class Cookies {
  readonly #prefix: string;
  readonly #attributes: string;

  constructor(base: URL) {
    const isSecure = base.protocol === 'https:';
    // RFC 6265bis, 4.1.3.2: another host of the same domain, or one in between, could leave its own sign-in in a user's browser otherwise.
    this.#prefix = isSecure ? '__Host-' : '';
    this.#attributes = isSecure ? '; Path=/; HttpOnly; Secure' : `; Path=${base.pathname}; HttpOnly`;
  }

  /** `Lax` comes along when a provider sends the browser back; `Strict` comes along from our own pages alone. */
  set(name: string, value: string, forMs: number, sameSite: 'Lax' | 'Strict'): string {
    const seconds = Math.ceil(forMs / 1_000);
    return `${this.#prefix}${name}=${value}; Max-Age=${seconds}${this.#attributes}; SameSite=${sameSite}`;
  }

  /** Reads one of a request. */
  read(header: string | undefined, name: string): string | undefined {
    const start = `${this.#prefix}${name}=`;
    return header
      ?.split(/; ?/)
      .find((one) => one.startsWith(start))
      ?.slice(start.length);
  }
}
