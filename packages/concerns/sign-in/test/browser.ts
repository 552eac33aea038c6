/** The parts of a browser that a sign-in needs: cookies per host, redirects, links and forms. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, { value: string; path: string }>>();
  /** The opened URLs, including queries and fragments. */
  readonly visited: string[] = [];

  /** Sets a cookie, as a page of the app would. */
  setCookie({ host }: URL, name: string, value: string): void {
    this.#keep(host, [`${name}=${value}; Path=/`]);
  }

  /** Opens a URL, follows redirects, and returns the last page. */
  async open(address: string, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address);
    this.visited.push(url.href);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie: this.#cookiesFor(url) },
    });
    this.#keep(url.host, response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location !== null) return this.open(new URL(location, url).href);
    return { url: url.href, status: response.status, text: await response.text() };
  }

  /** Submits the form of a page with these fields. */
  submit(page: Page, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`There is no form at ${page.url}: ${page.text}`);
    const body = new URLSearchParams(fields);
    for (const [, name = '', value = ''] of page.text.matchAll(
      /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
    )) {
      body.set(name, value);
    }
    return this.open(new URL(action, page.url).href, { method: 'POST', body });
  }

  /** Submits the forms of the identity provider, which signs the user in and grants access, and returns the last page. */
  async signIn(address: string, login = 'ada@example.com'): Promise<Page> {
    let page = await this.open(address);
    for (let step = 0; step < 4 && page.text.includes('<form'); step += 1) {
      page = await this.submit(page, page.text.includes('name="password"') ? { login, password: 'any' } : {});
    }
    return page;
  }

  #cookiesFor({ host, pathname }: URL): string {
    const cookies = [...(this.#cookies.get(host) ?? [])];
    return cookies
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  #keep(host: string, sent: readonly string[]): void {
    const cookies = this.#cookies.get(host) ?? new Map<string, { value: string; path: string }>();
    this.#cookies.set(host, cookies);
    for (const line of sent) {
      const [pair = '', ...attributes] = line.split(/; ?/);
      const at = pair.indexOf('=');
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      const isGone = attributes.some((one) => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one));
      if (isGone) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path });
    }
  }
}

/** The page that a browser shows. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}
