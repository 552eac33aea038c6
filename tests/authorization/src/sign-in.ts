const longestWalk = 20;

/** Walks the pages of an authorization server as a user would, and returns where they lead back to. */
export async function signIn(start: string | URL, user = 'ada'): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let at = new URL(start);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < longestWalk; step += 1) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    keep(cookies, response.headers.getSetCookie());
    const page = await response.text();
    const location = response.headers.get('location');
    if (location !== null) {
      at = new URL(location, at);
      form = undefined;
      if (at.origin !== origin) return at;
    } else {
      if (!response.ok) throw new Error(`${at.pathname} answered ${response.status}: ${page.slice(0, 2000)}`);
      ({ at, form } = fillIn(page, at, user));
    }
  }
  throw new Error(`The sign-in did not end after ${longestWalk} pages; the last one was ${at.href}`);
}

function keep(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name === undefined) continue;
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  }
}

/** Fills in the first form of a page, whatever it asks for. */
function fillIn(page: string, at: URL, user: string): { readonly at: URL; readonly form: URLSearchParams } {
  const [, attributes, inside] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? [];
  if (attributes === undefined || inside === undefined) throw new Error(`${at.pathname} has no form: ${page}`);
  const form = new URLSearchParams();
  for (const [input] of inside.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name');
    if (name !== undefined) form.set(name, attribute(input, 'value') ?? user);
  }
  return { at: new URL(attribute(attributes, 'action') ?? at, at), form };
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
}
