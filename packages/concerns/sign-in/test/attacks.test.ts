import { inspect } from 'node:util';
import type { Fetch } from '@toolwire/internal';
import { describe, expect, test } from 'vitest';
import { createMemoryVaultStore, createSignIn, createTokenVault, type SignInOptions } from '../src/index.ts';
import type { PageResponse } from '../src/pages/page.ts';

const origin = 'https://app.example.com';
const honest = 'https://notes.example.com';
const evil = 'https://evil.example';
const [ada, mallory] = [{ id: 'ada' }, { id: 'mallory' }];
const clientSecret = 'S3cr3t-0f-the-cl1ent';
const granted = { access_token: 'CANARY-of-the-user', token_type: 'bearer', refresh_token: 'CANARY-to-refresh' };

const providerAt = (issuer: string) => ({
  issuer,
  endpoints: { authorization: `${issuer}/authorize`, token: `${issuer}/token`, revocation: `${issuer}/revoke` },
  clientId: 'tools',
  clientSecret,
});

/** An app with two providers, one of them controlled by an attacker, and the requests to both. */
function appOf(options: Partial<SignInOptions> = {}) {
  const asked: { readonly url: string; readonly body: string }[] = [];
  const reported: unknown[] = [];
  const state = { answer: (_url: string): Response => Response.json(granted) };
  const fetch: Fetch = async (url, { body }) => {
    asked.push({ url, body: String(body ?? '') });
    return state.answer(url);
  };
  const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() });
  const signIn = createSignIn({
    publicUrl: origin,
    vault,
    providers: { notes: providerAt(honest), evil: providerAt(evil) },
    report: (error) => void reported.push(error),
    fetch,
    ...options,
  });
  const open = async (address: string, person: { id: string }, cookie = ''): Promise<PageResponse> => {
    const { pathname, search } = new URL(address);
    const page = signIn.pages.find(({ path }) => path === pathname);
    if (page === undefined) throw new Error(`There is no page at ${pathname}`);
    const header = (name: string): string | undefined => (name === 'cookie' ? cookie : undefined);
    return page.respond({ query: search.slice(1), header, principal: person });
  };
  /** Opens the link of a sign-in, and returns the parts of the redirect to the provider, with the cookie. */
  const begin = async (person: { id: string }, provider: string, more = '') => {
    const { url = '' } = (await signIn.begin(person, provider)) ?? {};
    const page = await open(url + more, person);
    const { origin: at, searchParams } = new URL(page.headers['location'] ?? '');
    const cookie = page.headers['set-cookie']?.split(';')[0] ?? '';
    const [back, sent] = [searchParams.get('redirect_uri') ?? '', searchParams.get('state') ?? ''];
    return { at, cookie, back, state: sent, challenge: searchParams.get('code_challenge'), parameters: searchParams };
  };
  return { signIn, vault, open, begin, asked, reported, state };
}

describe('a provider that forwards its users to another provider', () => {
  test('gets no code from the other provider', async () => {
    const { open, begin, asked, signIn, reported } = appOf();
    const victim = await begin(ada, 'evil');
    const other = await begin(mallory, 'notes');
    // RFC 9700, 4.4: the other provider has a separate URL for this app, and redirects its users there.
    expect(other.back).not.toBe(victim.back);
    const page = await open(`${other.back}?code=of-the-victim&state=${victim.state}`, ada, victim.cookie);
    expect(page.status).toBe(403);
    expect(asked).toEqual([]);
    expect(String(reported)).toMatch(/'notes' returned a user who was redirected to 'evil'/);
    for (const one of [ada, mallory]) expect(await signIn.token(one, 'notes')).toEqual({ state: 'absent' });
  });

  test.each(['notes', 'evil'])('gets no code that names another issuer: at the URL of %s', async (provider) => {
    const { open, begin, asked } = appOf();
    const { back, state, cookie } = await begin(ada, provider);
    const query = new URLSearchParams({ code: 'a-code', state, iss: 'https://third.example' });
    expect((await open(`${back}?${query.toString()}`, ada, cookie)).status).toBe(502);
    expect(asked).toEqual([]);
  });

  test('gets no code without an issuer, if the other provider always sends it', async () => {
    const { endpoints, ...named } = providerAt(honest);
    const { open, begin, asked, state: served } = appOf({ providers: { notes: named } });
    const metadata = {
      issuer: honest,
      authorization_endpoint: endpoints.authorization,
      token_endpoint: endpoints.token,
    };
    served.answer = () => Response.json({ ...metadata, authorization_response_iss_parameter_supported: true });
    const { back, state, cookie } = await begin(ada, 'notes');
    const query = new URLSearchParams({ code: 'a-code', state });
    expect((await open(`${back}?${query.toString()}`, ada, cookie)).status).toBe(502);
    expect(asked.map(({ url }) => url)).not.toContain(endpoints.token);
  });
});

describe('a callback from a provider', () => {
  test('is accepted once, even if the browser keeps its cookie', async () => {
    const { open, begin, asked, signIn } = appOf();
    const { back, state, cookie } = await begin(ada, 'notes');
    const callback = `${back}?code=a-code&state=${state}`;
    expect((await open(callback, ada, cookie)).status).toBe(200);
    await signIn.forget(ada, 'notes');
    const before = asked.length;
    expect((await open(callback, ada, cookie)).status).toBe(410);
    expect((await open(callback.replace('a-code', 'another'), ada, cookie)).status).toBe(410);
    expect(asked).toHaveLength(before);
    expect(await signIn.token(ada, 'notes')).toEqual({ state: 'absent' });
  });

  test('is accepted only with the cookie of the same sign-in, whatever the name of the cookie', async () => {
    const { open, begin, asked } = appOf();
    const [one, other] = [await begin(ada, 'notes'), await begin(ada, 'notes')];
    const [, name = ''] = /^([^=]+)=/.exec(one.cookie) ?? [];
    const moved = `${name}=${other.cookie.slice(other.cookie.indexOf('=') + 1)}`;
    expect((await open(`${one.back}?code=c&state=${one.state}`, ada, moved)).status).toBe(403);
    expect((await open(`${one.back}?code=c&state=${other.state}`, ada, one.cookie)).status).toBe(403);
    expect(asked).toEqual([]);
    // Two sign-ins in one browser end separately.
    const both = `${other.cookie}; ${one.cookie}`;
    for (const { back, state } of [one, other]) {
      expect((await open(`${back}?code=c&state=${state}`, ada, both)).status).toBe(200);
    }
  });

  test('is accepted only for the caller who started it, even with the cookie and the state', async () => {
    const { open, begin, asked, signIn } = appOf();
    const { back, state, cookie } = await begin(mallory, 'notes');
    expect((await open(`${back}?code=of-ada&state=${state}`, ada, cookie)).status).toBe(403);
    expect(asked).toEqual([]);
    for (const one of [ada, mallory]) expect(await signIn.token(one, 'notes')).toEqual({ state: 'absent' });
  });

  test('is exchanged with the verifier of the same sign-in, so that a code of another sign-in is useless', async () => {
    const { open, begin, asked } = appOf();
    const { back, state, cookie, challenge } = await begin(ada, 'notes');
    await open(`${back}?code=a-code&state=${state}`, ada, cookie);
    const verifier = new URLSearchParams(asked[0]?.body).get('code_verifier') ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    expect(Buffer.from(digest).toString('base64url')).toBe(challenge);
  });
});

describe('the pages of a sign-in', () => {
  test('redirect a browser only to the provider, whatever else the URL contains', async () => {
    const { begin, signIn } = appOf();
    const names = ['redirect_uri', 'redirect', 'return_to', 'next', 'url', 'iss', 'provider', 'state', 'scope'];
    const more = names.map((name) => `&${name}=${encodeURIComponent(evil)}`).join('');
    const { at, back, parameters } = await begin(ada, 'notes', more);
    expect(at).toBe(honest);
    expect(back.startsWith(`${origin}/oauth/callback/`)).toBe(true);
    expect(String(parameters)).not.toContain('evil');
    for (const page of signIn.pages) {
      const query = more.slice(1);
      const { status, headers, body } = await page.respond({ query, header: () => undefined, principal: ada });
      expect([status >= 400, headers['location']]).toEqual([true, undefined]);
      expect(body).not.toContain('evil');
    }
  });

  test('log an error of a provider without a code, a token or a secret', async () => {
    const { open, begin, state: served, reported, signIn, vault } = appOf();
    const answers = [
      // Without a token type, so the response is invalid although it contains a token.
      () => Response.json({ ...granted, token_type: undefined }),
      () =>
        Response.json(
          { error: 'invalid_client', error_description: `no ${clientSecret}, a-code-of-ada` },
          { status: 401 },
        ),
      () => Response.json({ error: 'server_error', error_description: 'CANARY-to-refresh' }, { status: 400 }),
      // A parser's error quotes the text around a mistake.
      () => new Response('{"access_token":CANARY}', { headers: { 'content-type': 'application/json' } }),
      () => new Response('CANARY', { headers: { 'content-type': 'application/json' } }),
    ];
    for (const answer of answers) {
      served.answer = answer;
      const { back, state, cookie } = await begin(ada, 'notes');
      expect((await open(`${back}?code=a-code-of-ada&state=${state}`, ada, cookie)).status).toBe(502);
      const place = { owner: ':ada', provider: 'notes' };
      await vault.store(place, {
        accessToken: 'old',
        refreshToken: 'CANARY-to-refresh',
        expiresAt: 1,
        scopes: [],
        signedInAt: 0,
      });
      expect(await signIn.token(ada, 'notes')).toEqual({ state: 'unreachable' });
      await signIn.forget(ada, 'notes');
    }
    const denied = await begin(ada, 'notes');
    const query = `error=server_error&error_description=a-code-of-ada&code=a-code-of-ada&state=${denied.state}`;
    expect((await open(`${denied.back}?${query}`, ada, denied.cookie)).status).toBe(502);
    expect(reported).toHaveLength(13);
    const told = inspect(reported, { depth: 9, showHidden: true });
    expect(told).toContain('invalid_client');
    expect(told).not.toMatch(/CANARY|S3cr3t|a-code-of-ada/);
  });

  test('log why a provider could not be reached', async () => {
    const { open, begin, state: served, reported } = appOf();
    served.answer = () => {
      // Node reports an error without a message if a host name has several addresses.
      const cause = Object.assign(new AggregateError([new Error('refused')]), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause });
    };
    const { back, state, cookie } = await begin(ada, 'notes');
    expect((await open(`${back}?code=a-code-of-ada&state=${state}`, ada, cookie)).status).toBe(502);
    expect(reported).toMatchObject([{ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } }]);
  });
});
