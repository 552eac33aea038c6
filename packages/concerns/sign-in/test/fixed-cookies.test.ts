import { expect, test, vi } from 'vitest';
import { createMemoryVaultStore, createSignIn, createTokenVault, type SignInOptions } from '../src/index.ts';
import type { PageRequest } from '../src/pages/page.ts';

const origin = 'https://app.example.com';
const provider = 'https://notes.example.com';

/** Pages over https, of a server that lets unknown visitors confirm their account. */
function pagesOf(options: Partial<SignInOptions> = {}) {
  const fetch = vi.fn(async () => Response.json({ access_token: 'of the victim', token_type: 'bearer' }));
  const signIn = createSignIn({
    publicUrl: origin,
    vault: createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() }),
    providers: {
      notes: {
        issuer: provider,
        endpoints: { authorization: `${provider}/authorize`, token: `${provider}/token` },
        clientId: 'tools',
      },
    },
    visitor: () => 'confirm',
    fetch,
    ...options,
  });
  const open = async (name: string, query: string, cookie?: string) => {
    const request: PageRequest = { query, header: (one) => (one === 'cookie' ? cookie : undefined) };
    const page = signIn.pages.find(({ path }) => path === `/oauth/${name}`);
    if (page === undefined) throw new Error(`No page ${name}`);
    return page.respond(request);
  };
  return { signIn, open, fetch };
}

const queryOf = (url: string): string => new URL(url).search.slice(1);
/** The query of the link on a confirmation page. */
const clickedOn = (body: string): string => queryOf((/href="([^"]+)"/.exec(body)?.[1] ?? '').replaceAll('&#38;', '&'));
const pairOf = (cookie = ''): string => cookie.split(';')[0] ?? '';
/** A cookie as another host of the domain can set it: without the `__Host-` prefix. */
const tossed = (pair: string): string => pair.replace(/^__Host-/, '');

test('cookies over https cannot be set by another host of the domain', async () => {
  const { signIn, open } = pagesOf();
  const begun = await signIn.begin({ id: 'mallory' }, 'notes');
  const asks = await open('start', queryOf(begun?.url ?? ''));
  const goes = await open('start', clickedOn(asks.body), pairOf(asks.headers['set-cookie']));
  expect([asks.status, goes.status]).toEqual([200, 302]);
  for (const { headers } of [asks, goes]) {
    expect(headers['set-cookie']).toMatch(
      /^__Host-toolwire-sign-in-[\w-]+=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure;/,
    );
  }
});

test('a sign-in that an attacker started is not finished in the browser of a user with a cookie from another host', async () => {
  const { signIn, open, fetch } = pagesOf();
  const mallory = { id: 'mallory' };
  const begun = await signIn.begin(mallory, 'notes');
  const query = queryOf(begun?.url ?? '');
  const asks = await open('start', query);
  const confirmed = pairOf(asks.headers['set-cookie']);
  const goes = await open('start', clickedOn(asks.body), confirmed);
  const state = new URL(goes.headers['location'] ?? '').searchParams.get('state') ?? '';
  const visit = pairOf(goes.headers['set-cookie']);

  // The page asks for confirmation again, and the callback is refused.
  expect((await open('start', clickedOn(asks.body), tossed(confirmed))).status).toBe(200);
  expect((await open('callback/notes', `code=of-the-victim&state=${state}`, tossed(visit))).status).toBe(403);
  expect(fetch).not.toHaveBeenCalled();
  expect(await signIn.token(mallory, 'notes')).toEqual({ state: 'absent' });

  expect((await open('callback/notes', `code=own&state=${state}`, visit)).status).toBe(200);
});

test('a user is asked again if a page of another host of the domain opens the URL, with the cookie and without a click', async () => {
  const { signIn, open } = pagesOf();
  const query = queryOf((await signIn.begin({ id: 'mallory' }, 'notes'))?.url ?? '');
  const asked = await open('start', query);
  const cookie = pairOf(asked.headers['set-cookie']);
  // Mallory has opened the page in another browser too.
  const elsewhere = clickedOn((await open('start', query)).body);
  for (const tried of [query, `${query}&confirm=`, `${query}&confirm=${'x'.repeat(43)}`, elsewhere]) {
    expect((await open('start', tried, cookie)).status).toBe(200);
  }
  expect((await open('start', clickedOn(asked.body), cookie)).status).toBe(302);
});
