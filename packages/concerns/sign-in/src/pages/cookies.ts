/** The cookies of a sign-in: seen by its own pages alone, and by no script. */
export class Cookies {
  readonly #attributes: string;

  constructor(base: URL) {
    const secure = base.protocol === 'https:' ? '; Secure' : '';
    this.#attributes = `; Path=${base.pathname}; HttpOnly${secure}`;
  }

  /** `Lax` comes along when a provider sends the browser back; `Strict` comes along from our own pages alone. */
  set(name: string, value: string, forMs: number, sameSite: 'Lax' | 'Strict'): string {
    return `${name}=${value}; Max-Age=${Math.ceil(forMs / 1_000)}${this.#attributes}; SameSite=${sameSite}`;
  }

  /** Reads one of a request. */
  read(header: string | undefined, name: string): string | undefined {
    const pair = header?.split(/; ?/).find((one) => one.startsWith(`${name}=`));
    return pair?.slice(name.length + 1);
  }
}
