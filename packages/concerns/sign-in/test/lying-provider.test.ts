import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '@toolwire/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryVaultStore, createSignIn, createTokenVault } from '../src/index.ts';
import type { PageResponse } from '../src/pages/page.ts';

const ada = { id: 'ada' };
const place = { owner: ':ada', provider: 'notes' };
const ended = { accessToken: 'old', refreshToken: 'refresh', expiresAt: 1, scopes: [], signedInAt: 0 };
const secret = 'words-of-the-provider';
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** Ada's sign-in at a provider with these responses. */
async function startAt(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const reported: unknown[] = [];
  const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signIn = createSignIn({
    publicUrl: 'https://tools.example',
    vault,
    providers: { notes: { issuer, clientId: 'tools' } },
    report: (error) => reported.push(error),
  });
  const open = async (): Promise<PageResponse | undefined> => {
    const { url = '' } = (await signIn.begin(ada, 'notes')) ?? {};
    return signIn.pages[0]?.respond({ query: new URL(url).search.slice(1), header: () => undefined, principal: ada });
  };
  return { open, vault, signIn, reported };
}

const lies: Readonly<Record<string, RequestListener>> = {
  'with 500': (_request, response) => void response.writeHead(500).end(secret),
  'with 10 MB': (_request, response) => void response.writeHead(200, json).end(`"${'x'.repeat(10_000_000)}"`),
  'with a redirect': (_request, response) => void response.writeHead(302, { location: 'https://evil.example' }).end(),
  'with no JSON': (_request, response) => void response.writeHead(200, json).end(secret),
  'as another issuer': (_request, response) =>
    void response
      .writeHead(200, json)
      .end(JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example' })),
  never: () => undefined,
};
const json = { 'content-type': 'application/json' };

describe.each(Object.entries(lies))('a provider that responds with %s', (_how, listener) => {
  it('authenticates no user, and the error page reveals no details', async () => {
    const { open, reported } = await startAt(listener);
    const page = await open();
    expect(page?.status).toBe(503);
    expect(page?.headers).not.toHaveProperty('location');
    expect(page?.body).not.toMatch(/evil|words-of/);
    expect(reported).toHaveLength(1);
  });

  it('makes an expired token unavailable, and requires no new sign-in', async () => {
    const { vault, signIn } = await startAt(listener);
    await vault.store(place, ended);
    expect(await signIn.token(ada, 'notes')).toEqual({ state: 'unreachable' });
    expect((await vault.find(place))?.tokens).toEqual(ended);
  });
});

it.each([
  [400, 'invalid_grant'],
  [200, 'bad_refresh_token'],
])('that rejects a refresh token with %i and %s makes the user sign in again', async (status, error) => {
  const { vault, signIn } = await startAt((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const isToken = request.url === '/token';
    const metadata = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
    response.writeHead(isToken ? status : 200, json).end(JSON.stringify(isToken ? { error } : metadata));
  });
  await vault.store(place, ended);
  expect(await signIn.token(ada, 'notes')).toEqual({ state: 'absent' });
  expect(await vault.find(place)).toBeUndefined();
});

it('is read only up to a limit for an endless response', async () => {
  let sent = 0;
  const { open, reported } = await startAt((_request, response) => {
    response.writeHead(200, json);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
    };
    response.on('drain', more);
    more();
  });
  expect((await open())?.status).toBe(503);
  expect(String(reported[0])).toContain('returned more than 1048576 bytes');
  expect(sent).toBeLessThan(50_000_000);
});

describe('a provider over https that publishes a URL over http', () => {
  const issuer = 'https://notes.example.com';
  const metadataWith = (changed: object) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...changed,
  });
  const signInAt = (metadata: object) => {
    const asked: string[] = [];
    const reported: unknown[] = [];
    const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() });
    const fetch: Fetch = async (url) => {
      asked.push(url);
      return Response.json(metadata);
    };
    const providers = { notes: { issuer, clientId: 'tools', clientSecret: 'secret' } };
    const report = (error: unknown) => reported.push(error);
    return {
      signIn: createSignIn({ publicUrl: 'https://tools.example', vault, providers, report, fetch }),
      vault,
      asked,
      reported,
    };
  };

  it.each(['http://notes.example.com/authorize', 'http://127.0.0.1/authorize', 'javascript:alert(1)'])(
    'gets no user at %s',
    async (address) => {
      const { signIn, reported } = signInAt(metadataWith({ authorization_endpoint: address }));
      const { url = '' } = (await signIn.begin(ada, 'notes')) ?? {};
      const query = new URL(url).search.slice(1);
      const page = await signIn.pages[0]?.respond({ query, header: () => undefined, principal: ada });
      expect(page?.status).toBe(503);
      expect(page?.headers).not.toHaveProperty('location');
      expect(String(reported[0])).toContain('is not an https URL');
    },
  );

  it.each(['http://notes.example.com/token', 'http://169.254.169.254/latest', 'http://127.0.0.1/token'])(
    'gets no secret and no token at %s',
    async (address) => {
      const { signIn, vault, asked } = signInAt(
        metadataWith({ token_endpoint: address, revocation_endpoint: address }),
      );
      await vault.store(place, ended);
      expect(await signIn.token(ada, 'notes')).toEqual({ state: 'unreachable' });
      expect(await signIn.forget(ada, 'notes')).toBe('forgotten');
      expect(asked).not.toContain(address);
    },
  );
});
