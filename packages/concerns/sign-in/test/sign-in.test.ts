import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createMemoryVaultStore,
  createTokenVault,
  type SignIn,
  type TokenVault,
  type VaultStore,
} from '../src/index.ts';
import { signInRequirements } from '../src/sign-in-stage.ts';
import { Browser, type Page } from './browser.ts';
import { client } from './identity-provider.ts';
import { type Served, serve, visitorCookie } from './served.ts';

const [ada, mallory] = [{ id: 'ada' }, { id: 'mallory' }];
const read = ['notes:read'];

const containing = (text: string): unknown => expect.stringContaining(text);

let served: Served;
let signIn: SignIn;
beforeEach(async () => {
  served = await serve();
  signIn = served.make();
});
afterEach(async () => {
  vi.useRealTimers();
  await served.close();
});

/** Sets the clock forward, for the app only. */
function passSeconds(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
}

/** A browser with a user who is signed in to the app. */
function browserOf({ id }: { id: string }): Browser {
  const browser = new Browser();
  browser.setCookie(new URL(served.url), visitorCookie, id);
  return browser;
}

async function addressFor(person = ada, scopes = read): Promise<string> {
  return (await signIn.begin(person, 'notes', scopes))?.url ?? '';
}

async function statusAt(checkUrl = ''): Promise<unknown> {
  return (await fetch(checkUrl)).json();
}

/** Signs ada in, with access tokens of this lifetime in seconds, and returns her token. */
async function signedIn(lifetime = 3_600): Promise<string> {
  served.identity.lifetime = lifetime;
  await browserOf(ada).signIn(await addressFor());
  const found = await signIn.token(ada, 'notes', read);
  return found.state === 'found' ? found.token : '';
}

/** Declines ada's sign-in at the provider, and returns the last page. */
async function decline(browser: Browser): Promise<Page> {
  const page = await browser.open(await addressFor());
  return browser.open(new URL(/href="([^"]*abort)"/.exec(page.text)?.[1] ?? '', page.url).href);
}

describe('a sign-in', () => {
  it('gives only the caller a token that the provider accepts', async () => {
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'absent' });
    const page = await browserOf(ada).signIn(await addressFor());
    expect(page).toMatchObject({ status: 200, text: containing('is connected') });
    const found = await signIn.token(ada, 'notes', read);
    expect(found.state === 'found' && (await served.identity.knows(found.token))).toBe(true);
    for (const other of [mallory, { ...ada, issuer: 'https://other.example' }, { ...ada, via: { id: 'backend' } }]) {
      expect(await signIn.token(other, 'notes', read)).toEqual({ state: 'absent' });
    }
  });

  it('sends the provider an S256 challenge and a unique state', async () => {
    const requests = await Promise.all(
      [1, 2].map(async () => {
        const browser = browserOf(ada);
        await browser.open(await addressFor());
        return new URL(browser.visited.find((url) => url.includes('code_challenge')) ?? '').searchParams;
      }),
    );
    const [one, two] = requests;
    expect(one?.get('code_challenge_method')).toBe('S256');
    expect(one?.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    for (const name of ['state', 'code_challenge']) expect(one?.get(name)).not.toBe(two?.get(name));
  });

  it('requests more scopes, in addition to the granted scopes', async () => {
    await signedIn();
    expect(await signIn.token(ada, 'notes', ['notes:write'])).toEqual({ state: 'absent' });
    await browserOf(ada).signIn(await addressFor(ada, ['notes:write']));
    expect(await signIn.token(ada, 'notes', ['notes:read', 'notes:write'])).toMatchObject({ state: 'found' });
  });

  it('returns its status at its check URL (OXP-CH-03)', async () => {
    const { url = '', checkUrl = '' } = (await signIn.begin(ada, 'notes', read)) ?? {};
    expect(await statusAt(checkUrl)).toEqual({ status: 'pending' });
    await browserOf(ada).signIn(url);
    expect(await statusAt(checkUrl)).toEqual({ status: 'completed' });
    const late = await signIn.begin(mallory, 'notes', read);
    passSeconds(601);
    expect(await statusAt(late?.checkUrl)).toEqual({ status: 'failed' });
  });

  it('is completed with the scopes of the tool, even if the app requested more', async () => {
    const providers = {
      notes: { issuer: served.identity.issuer, ...client, scopes: ['openid', 'offline_access', 'calendar'] },
    };
    signIn = served.make({ providers });
    const { url = '', checkUrl = '' } = (await signIn.begin(ada, 'notes', read)) ?? {};
    await browserOf(ada).signIn(url);
    expect(await signIn.token(ada, 'notes', read)).toMatchObject({ state: 'found' });
    expect(await statusAt(checkUrl)).toEqual({ status: 'completed' });
  });

  it('connects nothing if the user declines', async () => {
    const browser = browserOf(ada);
    expect(await decline(browser)).toMatchObject({ status: 403, text: containing('You did not allow access') });
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'absent' });
  });
});

describe('a sign-in URL in the hands of an attacker', () => {
  it('redirects only the original caller to the provider', async () => {
    const url = await addressFor(mallory);
    expect(await browserOf(ada).open(url)).toMatchObject({ status: 403 });
    expect(await new Browser().open(url)).toMatchObject({ status: 403 });
    expect(served.identity.asked.get('/auth')).toBeUndefined();
  });

  it('is refused at the callback too, if another user has signed in to the app meanwhile', async () => {
    const browser = browserOf(mallory);
    const url = await addressFor(mallory);
    const page = await browser.open(url);
    browser.setCookie(new URL(served.url), visitorCookie, 'ada');
    let last = page;
    while (last.text.includes('<form')) {
      last = await browser.submit(last, last.text.includes('name="password"') ? { login: 'ada', password: 'x' } : {});
    }
    expect(last).toMatchObject({ status: 403, text: containing('for another user') });
    for (const one of [ada, mallory]) expect(await signIn.token(one, 'notes', read)).toEqual({ state: 'absent' });
  });

  it('ends in the browser where it started: a callback in another browser is refused', async () => {
    const browser = browserOf(ada);
    await browser.signIn(await addressFor(), 'mallory@example.com');
    const callback = browser.visited.find((url) => url.includes('/oauth/callback/notes')) ?? '';
    expect(await browserOf(ada).open(callback)).toMatchObject({
      status: 403,
      text: containing('This sign-in was started in another browser'),
    });
  });

  it('works once', async () => {
    const url = await addressFor();
    await browserOf(ada).signIn(url);
    await signIn.forget(ada, 'notes');
    expect(await browserOf(ada).signIn(url)).toMatchObject({ status: 410 });
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'absent' });
  });

  it('expires', async () => {
    const url = await addressFor();
    passSeconds(599);
    expect((await browserOf(ada).open(url)).status).not.toBe(410);
    passSeconds(2);
    expect((await browserOf(ada).open(url)).status).toBe(410);
  });

  it('cannot be forged or changed', async () => {
    const url = await addressFor();
    for (const odd of [
      `${url.slice(0, -2)}AA`,
      `${served.url}/oauth/start`,
      `${served.url}/oauth/start?ticket=one..`,
    ]) {
      expect(await browserOf(ada).open(odd)).toMatchObject({ status: 403 });
    }
    for (const odd of ['', '?state=x&code=y', '?code=y&iss=z', '?state=%00&state=b']) {
      expect(await browserOf(ada).open(`${served.url}/oauth/callback/notes${odd}`)).toMatchObject({ status: 403 });
    }
  });
});

describe('a browser without a known user', () => {
  it('must confirm the account, and continues only after a click on that page', async () => {
    signIn = served.make({ visitor: () => 'confirm' });
    const url = await addressFor({ id: '<b>mallory</b>' });
    const victim = new Browser();
    const page = await victim.open(url);
    expect(page.text).toContain('&#60;b&#62;mallory');
    expect(page.text).not.toContain('<b>');
    expect(served.identity.asked.get('/auth')).toBeUndefined();
    expect(await new Browser().open(url)).toMatchObject({ status: 200, text: containing('Connect') });
    const link = (/href="([^"]+)"/.exec(page.text)?.[1] ?? '').replaceAll('&#38;', '&');
    expect(await victim.signIn(link)).toMatchObject({ status: 200, text: containing('is connected') });
  });

  it.each([undefined, null])('is refused otherwise, as %s, and the log contains the fix', async (visitor) => {
    signIn = served.make({ visitor: () => visitor as undefined });
    expect(await new Browser().open(await addressFor())).toMatchObject({ status: 403 });
    expect(String(served.reported)).toMatch(/visitor/);
  });
});

describe('a token that expires soon', () => {
  it('is refreshed once for concurrent calls, and its refresh token is replaced', async () => {
    const first = await signedIn(30);
    const before = served.identity.asked.get('/token') ?? 0;
    served.identity.lifetime = 3_600;
    const all = await Promise.all(Array.from({ length: 200 }, () => signIn.token(ada, 'notes', read)));
    expect(served.identity.asked.get('/token')).toBe(before + 1);
    const tokens = new Set(all.map((one) => (one.state === 'found' ? one.token : one.state)));
    expect(tokens.size).toBe(1);
    expect([...tokens][0]).not.toBe(first);
  });

  it('is refreshed a minute before its expiry, and not earlier', async () => {
    const first = await signedIn(90);
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'found', token: first });
    passSeconds(31);
    expect(await signIn.token(ada, 'notes', read)).not.toEqual({ state: 'found', token: first });
  });

  it('is refreshed repeatedly, by any process', async () => {
    let last = await signedIn(30);
    const other = served.make();
    for (const one of [signIn, other, signIn, other]) {
      const found = await one.token(ada, 'notes', read);
      expect(found).toMatchObject({ state: 'found' });
      expect(found.state === 'found' && found.token).not.toBe(last);
      last = found.state === 'found' ? found.token : '';
    }
  });

  it('is refreshed once by concurrent processes', async () => {
    await signedIn(30);
    const before = served.identity.asked.get('/token') ?? 0;
    served.identity.lifetime = 3_600;
    const processes = [signIn, served.make(), served.make(), served.make()];
    const all = await Promise.all(processes.map((one) => one.token(ada, 'notes', read)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(all[0]).toMatchObject({ state: 'found' });
    expect(served.identity.asked.get('/token')).toBe(before + 1);
  });

  it('works while the provider is down and the logger throws', async () => {
    const token = await signedIn(30);
    served.identity.isDown = true;
    signIn = served.make({
      report: () => {
        throw new Error('The logger is broken');
      },
    });
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'found', token });
  });

  it('works while the provider is down, and after its expiry the user is not asked in vain', async () => {
    const first = await signedIn(30);
    served.identity.isDown = true;
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'found', token: first });
    expect(served.reported).toHaveLength(1);
    await signIn.forget(mallory, 'notes');
    served.identity.isDown = false;
    await signedIn(1);
    served.identity.isDown = true;
    await expect.poll(() => signIn.token(ada, 'notes', read)).toEqual({ state: 'unreachable' });
    served.identity.isDown = false;
    expect(await signIn.token(ada, 'notes', read)).toMatchObject({ state: 'found' });
  });

  it('does not trigger a new sign-in while the vault is unavailable', async () => {
    await signedIn();
    const away = async (): Promise<never> => {
      throw new Error('The store is away.');
    };
    const store = { ...served.store, read: away };
    const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store });
    expect(await served.make({ vault }).token(ada, 'notes', read)).toEqual({ state: 'vault_unavailable' });
    expect(served.reported).toEqual([["finding a token of 'notes'", new Error('The store is away.')]]);
    expect(await signIn.token(ada, 'notes', read)).toMatchObject({ state: 'found' });
  });

  it('is refused with a retry time if the vault fails before its URL is created', async () => {
    const away = async (): Promise<never> => {
      throw new Error('The store is away.');
    };
    const vault = createTokenVault({
      keys: [{ id: 'one', key: '7f'.repeat(32) }],
      store: { ...served.store, read: away },
    });
    const broken = served.make({ vault });
    const begun: unknown = await broken.begin(ada, 'notes', read).catch((thrown: unknown) => thrown);
    expect(begun).toMatchObject({
      [Symbol.for('toolwire.tool-error')]: true,
      message: "The sign-in at 'notes' cannot start now, because the token store is unavailable.",
      canRetry: true,
      retryAfterMs: 10_000,
    });
    expect(served.reported).toEqual([["starting a sign-in at 'notes'", new Error('The store is away.')]]);
    const { challenge } = signInRequirements(broken);
    expect(await challenge({ id: 'notes' }, { principal: ada } as never)).toEqual({
      unavailable: 'the token store is unavailable',
      retryAfterMs: 10_000,
    });
  });

  it('whose vault fails to claim while it is refreshed is not reported as a failure of the provider', async () => {
    await signedIn();
    await expire();
    expect(await served.make({ vault: vaultWithout('claim') }).token(ada, 'notes', read)).toEqual({
      state: 'vault_unavailable',
    });
    expect(served.reported).toEqual([["finding a token of 'notes'", storeFailure]]);
  });

  it('survives writes that fail, although its refresh token is spent', async () => {
    await signedIn();
    await expire();
    let failures = 2;
    const replace: VaultStore['replace'] = (...values) =>
      failures-- > 0 ? Promise.reject(storeFailure) : served.store.replace(...values);
    const vault = createTokenVault({ keys, store: { ...served.store, replace } });
    const one = served.make({ vault });
    const before = served.identity.asked.get('/token') ?? 0;
    const renewed = await one.token(ada, 'notes', read);
    expect(renewed).toMatchObject({ state: 'found' });
    expect(await one.token(ada, 'notes', read)).toEqual(renewed);
    expect(served.reported).toEqual(Array(2).fill(["storing a token of 'notes'", storeFailure]));
    expect(await one.token(ada, 'notes', read)).toEqual(renewed);
    expect(await served.make().token(ada, 'notes', read)).toEqual(renewed);
    expect(served.identity.asked.get('/token')).toBe(before + 1);
  });

  it('triggers a new sign-in after the provider has refused to refresh it', async () => {
    const vaulted = await signedIn(30);
    // The provider revokes all tokens when a refresh token is used twice.
    const stale = served.make({ vault: await copyOfVault() });
    expect(await signIn.token(ada, 'notes', read)).not.toEqual({ state: 'found', token: vaulted });
    expect(await stale.token(ada, 'notes', read)).toEqual({ state: 'absent' });
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'absent' });
    expect(served.reported).toEqual([]);
    signIn = served.make();
    expect(await signedIn()).not.toBe('');
  });
});

const keys = [{ id: 'one', key: '7f'.repeat(32) }] as const;
const place = { owner: ':ada', provider: 'notes' };

/** Lets ada's access token expire. */
async function expire(): Promise<void> {
  const vault = createTokenVault({ keys, store: served.store });
  const tokens = (await vault.find(place))?.tokens;
  if (tokens === undefined) throw new Error('No tokens are stored.');
  await vault.store(place, { ...tokens, expiresAt: 1 });
}

async function copyOfVault(): Promise<TokenVault> {
  const [from, to] = [served.store, createMemoryVaultStore()].map((store) => createTokenVault({ keys, store }));
  const kept = await from?.find(place);
  if (to === undefined || kept === undefined) throw new Error('Nothing is kept.');
  await to.store(place, kept.tokens);
  return to;
}

describe('disconnecting', () => {
  it('revokes at the provider, deletes the tokens, and asks the user again', async () => {
    const token = await signedIn();
    expect(await served.identity.knows(token)).toBe(true);
    expect(await signIn.forget(ada, 'notes')).toBe('revoked');
    expect(await served.identity.knows(token)).toBe(false);
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'absent' });
    expect(await signIn.forget(ada, 'notes')).toBe('unknown');
  });

  it('revokes a renewed token that could not be stored', async () => {
    await signedIn();
    await expire();
    const replace: VaultStore['replace'] = () => Promise.reject(storeFailure);
    const one = served.make({ vault: createTokenVault({ keys, store: { ...served.store, replace } }) });
    const renewed = await one.token(ada, 'notes', read);
    const token = renewed.state === 'found' ? renewed.token : '';
    expect(await served.identity.knows(token)).toBe(true);
    await one.forget(ada, 'notes');
    expect(await served.identity.knows(token)).toBe(false);
    // The renewed one, and the one before it that the vault has.
    expect(served.identity.asked.get('/token/revocation')).toBe(2);
  });

  it('deletes the tokens even if the provider is unavailable', async () => {
    await signedIn();
    served.identity.isDown = true;
    expect(await signIn.forget(ada, 'notes')).toBe('forgotten');
    expect(served.reported).toHaveLength(1);
    expect(await signIn.token(ada, 'notes', read)).toEqual({ state: 'absent' });
  });

  it('rejects with a retry time while the vault is unavailable', async () => {
    await signedIn();
    const broken = served.make({ vault: vaultWithout('take') });
    const thrown: unknown = await broken.forget(ada, 'notes').catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      [Symbol.for('toolwire.tool-error')]: true,
      message: "The tokens for 'notes' cannot be deleted now, because the token store is unavailable.",
      canRetry: true,
      retryAfterMs: 10_000,
    });
    expect(served.reported).toEqual([["deleting the tokens of 'notes'", storeFailure]]);
    expect(await signIn.token(ada, 'notes', read)).toMatchObject({ state: 'found' });
  });
});

const storeFailure = new Error('The store is away.');

/** A vault on the same store, of which one operation fails. */
function vaultWithout(operation: keyof VaultStore): TokenVault {
  const store = { ...served.store, [operation]: () => Promise.reject(storeFailure) };
  return createTokenVault({ keys, store });
}

describe('the pages while the vault is unavailable', () => {
  it('report the failure, and ask the browser to try again', async () => {
    const { url = '', checkUrl = '' } = (await signIn.begin(ada, 'notes', read)) ?? {};
    served.make({ vault: vaultWithout('claim') });
    expect(await browserOf(ada).signIn(url)).toMatchObject({ status: 503, text: containing('unavailable') });
    served.make({ vault: vaultWithout('read') });
    expect(await new Browser().open(checkUrl)).toMatchObject({ status: 503 });
    expect(served.reported).toEqual([
      ["signing a user in at 'notes'", storeFailure],
      ["reading the status of a sign-in at 'notes'", storeFailure],
    ]);
  });

  it('show why nothing was connected, even if the link cannot be released', async () => {
    served.make({ vault: vaultWithout('release') });
    const browser = browserOf(ada);
    expect(await decline(browser)).toMatchObject({ status: 403, text: containing('You did not allow access') });
    expect(served.reported).toEqual([["releasing a link for 'notes'", storeFailure]]);
  });
});
