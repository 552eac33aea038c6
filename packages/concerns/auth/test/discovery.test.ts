import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { introspection } from '../src/introspection.ts';
import { jwt } from '../src/jwt.ts';
import { discoverEndpoint } from '../src/token/discovery.ts';
import { bearer } from './headers.ts';
import { signed } from './tokens.ts';

const { publicKey, privateKey } = await generateKeyPair('ES256');
const keySet = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] };

type Answer = (response: ServerResponse, origin: string) => void;

const json =
  (make: (origin: string) => unknown): Answer =>
  (response, origin) =>
    void response.end(JSON.stringify(make(origin)));

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** An issuer on this machine that responds on these paths, with 404 on others; `asked` lists the requested paths. */
async function issuerWith(answers: Readonly<Record<string, Answer>>): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path];
    if (answer === undefined) response.writeHead(404).end('<p>There is nothing here</p>');
    else answer(response, originOf());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const originOf = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: originOf(), asked };
}

async function verify(issuer: string, tokenIssuer = issuer): Promise<unknown> {
  const token = await signed({ iss: tokenIssuer, aud: 'tools' }, { alg: 'ES256', kid: 'one' }, privateKey);
  return jwt({ issuer, audiences: ['tools'] }).verify(bearer(token));
}

const metadata = (path = '') => json((origin) => ({ issuer: origin + path, jwks_uri: `${origin}/keys` }));
const keys = json(() => keySet);
const accepted = { state: 'accepted', principal: { id: 'ada' } };
const unavailable = { state: 'rejected', reason: 'keys_unavailable' };

// Its response would be accepted if it were requested.
test.each(['jwks_uri', 'introspection_endpoint'] as const)(
  'sends no request and no secret to a plain http server of the local network: %s',
  async (name) => {
    const issuer = 'https://login.example.com';
    const { origin, asked } = await issuerWith({ '/keys': keys });
    const leading = { issuer, [name]: `${origin.replace('http:', 'https:')}/keys` };
    const ask = async (url: string, init: RequestInit) =>
      url.startsWith(issuer) ? Response.json(leading) : fetch(url, init);
    const client = { clientId: 'tools', clientSecret: 'secret' };
    const verifier =
      name === 'jwks_uri'
        ? jwt({ issuer, audiences: ['tools'], fetch: ask })
        : introspection({ issuer, ...client, audiences: ['tools'], fetch: ask });
    const token = await signed({ iss: issuer, aud: 'tools' }, { alg: 'ES256', kid: 'one' }, privateKey);
    expect(await verifier.verify(bearer(token))).toMatchObject({ state: 'rejected' });
    expect(asked).toEqual([]);
  },
);

describe('an issuer whose keys are requested', () => {
  test.each([
    ['', '/.well-known/oauth-authorization-server', 1],
    ['', '/.well-known/openid-configuration', 2],
    ['/realms/one', '/.well-known/oauth-authorization-server/realms/one', 1],
    ['/realms/one', '/.well-known/openid-configuration/realms/one', 2],
    ['/realms/one', '/realms/one/.well-known/openid-configuration', 3],
    ['/', '/.well-known/oauth-authorization-server', 1],
  ])(
    '%j publishes its metadata at %s (RFC 8414, 3.1; OpenID Connect Discovery, 4)',
    async (path, address, questions) => {
      const { origin, asked } = await issuerWith({ [address]: metadata(path), '/keys': keys });
      expect(await verify(origin + path)).toMatchObject(accepted);
      expect(asked).toHaveLength(questions + 1);
      expect(asked.slice(-2)).toEqual([address, '/keys']);
    },
  );

  const first = '/.well-known/oauth-authorization-server';
  test.each<[string, Record<string, Answer>]>([
    ['says nothing anywhere', {}],
    [
      'is another one (RFC 8414, 3.3)',
      { [first]: json((origin) => ({ issuer: `${origin}/other`, jwks_uri: `${origin}/keys` })) },
    ],
    ['differs in the slash at the end', { [first]: metadata('/') }],
    ['names no keys', { [first]: json((origin) => ({ issuer: origin })) }],
    ['names keys that are no text', { [first]: json((origin) => ({ issuer: origin, jwks_uri: [`${origin}/keys`] })) }],
    ['leads over plain http', { [first]: json((origin) => ({ issuer: origin, jwks_uri: 'http://example.com/keys' })) }],
    ['leads to a file', { [first]: json((origin) => ({ issuer: origin, jwks_uri: 'file:///etc/hosts' })) }],
    ['answers a list', { [first]: json((origin) => [{ issuer: origin, jwks_uri: `${origin}/keys` }]) }],
    [
      'sends elsewhere',
      { [first]: (response) => void response.writeHead(302, { location: '/moved' }).end(), '/moved': metadata() },
    ],
    ['never ends', { [first]: (response) => void response.write('{') }],
    ['is longer than any', { [first]: (response) => void response.end(JSON.stringify(' '.repeat(2 * 1024 * 1024))) }],
  ])('authenticates no caller when its metadata %s', async (_what, answers) => {
    const { origin, asked } = await issuerWith({ '/keys': keys, ...answers });
    expect(await verify(origin)).toMatchObject(unavailable);
    expect(asked).not.toContain('/keys');
  });

  test('gets one discovery request for a thousand concurrent tokens', async () => {
    const { origin, asked } = await issuerWith({ [first]: metadata(), '/keys': keys });
    const token = await signed({ iss: origin, aud: 'tools' }, { alg: 'ES256', kid: 'one' }, privateKey);
    const verifier = jwt({ issuer: origin, audiences: ['tools'] });
    const found = await Promise.all(Array.from({ length: 1000 }, async () => verifier.verify(bearer(token))));
    for (const each of found) expect(each).toMatchObject(accepted);
    expect(asked).toEqual([first, '/keys']);
  });

  test.each([
    'http://127.0.0.1/keys',
    'http://localhost:8080/keys',
    'http://[::ffff:127.0.0.1]/keys',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.5/keys',
    'https://user:password@10.0.0.5/keys',
  ])('over https does not redirect to %s on this machine', async (address) => {
    const issuer = 'https://login.example.com';
    const answered = async () => ({ issuer, jwks_uri: address });
    const asking = discoverEndpoint(issuer, 'jwks_uri', answered, new AbortController().signal);
    await expect(asking).rejects.toThrow('no secure URL as jwks_uri');
  });

  test.each([
    ['for whom it is', { sub: 'ada' }, 'wrong_audience'],
    ['whose it is', { sub: undefined, aud: 'tools' }, 'no_principal'],
  ])('accepts no token without %s, as with `jwks`', async (_what, claims, reason) => {
    const { origin } = await issuerWith({ [first]: metadata(), '/keys': keys });
    const token = await signed({ iss: origin, ...claims }, { alg: 'ES256', kid: 'one' }, privateKey);
    const verifier = jwt({ issuer: origin, audiences: ['tools'] });
    expect(await verifier.verify(bearer(token))).toMatchObject({ state: 'rejected', reason });
  });

  test('cannot sign for another issuer', async () => {
    const { origin } = await issuerWith({ [first]: metadata(), '/keys': keys });
    expect(await verify(origin, `${origin}/other`)).toMatchObject({ state: 'rejected', reason: 'wrong_issuer' });
  });

  test.each([
    'http://login.example.com',
    'login.example.com',
    'https://login.example.com/?tenant=1',
    'https://login.example.com/#one',
    'https://me:password@login.example.com',
  ])('gets no request at %s', (issuer) => {
    expect(() => jwt({ issuer })).toThrow('issuer must be an https URL');
  });

  test('does not replace an unset secret', () => {
    const issuer = 'https://login.example.com';
    expect(() => jwt({ issuer, audiences: ['tools'], secret: undefined })).toThrow('Is the environment variable');
  });

  test('has a name', () => {
    expect(() => jwt({ issuer: [] })).toThrow('jwt() needs a secret, jwks or an issuer');
    expect(() => jwt({ issuer: '' })).toThrow('jwt() needs a secret, jwks or an issuer');
    // @ts-expect-error -- as plain JavaScript may leave it out
    expect(() => jwt({ issuer: null })).toThrow('jwt() needs a secret, jwks or an issuer');
  });
});
