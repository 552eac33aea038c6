import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import type { Fetch } from '@toolwire/internal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyOf } from '../src/index.ts';
import { type IntrospectionOptions, introspection } from '../src/introspection.ts';
import { jwt } from '../src/jwt.ts';
import { bearer } from './headers.ts';

const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;
const issuer = 'https://login.example.com';
const client = { clientId: 'tools', clientSecret: 'a secret: of the client', audiences: 'none' as const };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const says =
  (answer: unknown, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
const saysGood = (more: object = {}): Answer => says({ active: true, sub: 'ada', exp: inAnHour(), ...more });

/** An authorization server: the requests that it got, and its responses. */
const asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: Answer = saysGood();
let hasMetadata = true;
let origin = '';
const server = createServer((request, response) => void serve(request, response));
async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const body = await text(request);
  asked.push({ path: request.url ?? '', headers: request.headers, body });
  if (request.method === 'POST') return answer(request, response);
  if (!hasMetadata || !request.url?.startsWith('/.well-known/openid')) return response.writeHead(404).end();
  return response.end(JSON.stringify({ issuer: origin, introspection_endpoint: `${origin}/asked` }));
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked.length = 0;
  answer = saysGood();
  hasMetadata = true;
});
afterEach(() => {
  vi.useRealTimers();
});

const create = (options: Partial<IntrospectionOptions> = {}) =>
  introspection({ issuer, endpoint: `${origin}/introspect`, ...client, ...options });
const verify = (token: string, options: Partial<IntrospectionOptions> = {}) => create(options).verify(bearer(token));
const unavailable = { state: 'rejected', reason: 'introspection_unavailable' };

describe('a token that the authorization server reports as active', () => {
  test('is accepted with its subject and scopes', async () => {
    answer = saysGood({ scope: 'orders:read orders:write', iss: 'https://login.example.com' });
    expect(await verify('opaque')).toMatchObject({
      state: 'accepted',
      principal: { id: 'ada', issuer: 'https://login.example.com', scopes: ['orders:read', 'orders:write'] },
    });
  });

  test('gets the configured issuer if the response names none', async () => {
    expect(await verify('opaque')).toMatchObject({ principal: { issuer } });
  });

  test('is introspected with client credentials in the header (RFC 7662; RFC 6749, 2.3.1)', async () => {
    await verify('opaque+token');
    const [question] = asked;
    expect(question?.path).toBe('/introspect');
    expect(question?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(question?.body)]).toEqual([
      ['token', 'opaque+token'],
      ['token_type_hint', 'access_token'],
    ]);
    const basic = Buffer.from(question?.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    expect(basic).toBe('tools:a+secret%3A+of+the+client');
  });

  test('is introspected with client credentials in the body', async () => {
    await verify('opaque', { clientAuthentication: 'post' });
    expect(asked[0]?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toMatchObject({
      client_id: 'tools',
      client_secret: 'a secret: of the client',
    });
  });

  test('is introspected at the discovered endpoint', async () => {
    const verifier = introspection({ issuer: origin, ...client });
    const found = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => verifier.verify(bearer(`token-${at}`))),
    );
    expect(found.every(({ state }) => state === 'accepted')).toBe(true);
    // Each metadata path is requested once, even if several tokens wait for it.
    expect(asked.filter(({ path }) => path.startsWith('/.well-known')).map(({ path }) => path)).toEqual([
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ]);
    expect(asked.filter(({ path }) => path === '/asked')).toHaveLength(20);
  });

  test('gets the principal ID that the app returns', async () => {
    answer = says({ active: true, client_id: 'a-service' });
    expect(await verify('opaque')).toEqual({ state: 'rejected', reason: 'no_principal', token: 'refused' });
    const principalId = ({ client_id: id }: Readonly<Record<string, unknown>>): string => `client:${String(id)}`;
    expect(await verify('opaque', { principalId })).toMatchObject({ principal: { id: 'client:a-service' } });
  });
});

describe('a token of an authorization server', () => {
  test.each<[string, object, Partial<IntrospectionOptions>, string]>([
    ['inactive', { active: false, sub: 'ada' }, {}, 'inactive'],
    ['good, and over', { active: true, sub: 'ada', exp: 1 }, {}, 'expired'],
    ['good without a time to its end', { active: true, sub: 'ada', exp: 'never' }, {}, 'bad_claims'],
    ['good for later', { active: true, sub: 'ada', nbf: 9_999_999_999 }, {}, 'not_yet_valid'],
    ['good for another server', { active: true, sub: 'ada', aud: 'other' }, { audiences: ['tools'] }, 'wrong_audience'],
    ['good for no named server', { active: true, sub: 'ada' }, { audiences: ['tools'] }, 'wrong_audience'],
    ['a refresh token', { active: true, sub: 'ada', token_type: 'refresh_token' }, {}, 'not_access_token'],
    ['a token for refreshing', { active: true, sub: 'ada', token_use: 'refresh' }, {}, 'not_access_token'],
    ['an ID token', { active: true, sub: 'ada', token_use: 'id' }, {}, 'not_access_token'],
    ['an offline token', { active: true, sub: 'ada', typ: 'Offline' }, {}, 'not_access_token'],
    ['good for a server, where this has no name', { active: true, sub: 'ada', aud: 'tools' }, {}, 'wrong_audience'],
    ['good for no subject', { active: true }, {}, 'no_principal'],
    ['good for an empty subject', { active: true, sub: '' }, {}, 'no_principal'],
    ['good for a subject that is no text', { active: true, sub: 7 }, {}, 'no_principal'],
  ])('is rejected if the response is %s', async (_what, given, options, reason) => {
    answer = says(given);
    const told = reason === 'expired' ? 'expired' : 'refused';
    expect(await verify('opaque', options)).toEqual({ state: 'rejected', reason, token: told });
  });

  test('is rejected if the response names another issuer', async () => {
    answer = saysGood({ iss: 'https://other.example.com' });
    const verifier = introspection({ issuer: origin, ...client });
    expect(await verifier.verify(bearer('opaque'))).toEqual({
      state: 'rejected',
      reason: 'wrong_issuer',
      token: 'refused',
    });
  });

  test.each([
    ['Basic YTpi', 'not_bearer'],
    [`Bearer ${'a'.repeat(8193)}`, 'too_long'],
  ])('is rejected without a request: %.12s', async (authorization, reason) => {
    const found = create().verify({ header: () => authorization });
    expect(await found).toEqual({ state: 'rejected', reason, ...(reason === 'too_long' && { token: 'refused' }) });
    expect(asked).toEqual([]);
  });
});

describe('an authorization server without a valid response', () => {
  test.each<[string, Answer]>([
    ['500', says({ active: true, sub: 'ada' }, 500)],
    ['401', says({ error: 'invalid_client' }, 401)],
    ['a redirect', (_request, response) => response.writeHead(307, { location: `${origin}/elsewhere` }).end()],
    ['no JSON', (_request, response) => response.end('{"active":true,"sub":"ada"')],
    ['a list', says([{ active: true, sub: 'ada' }])],
    ['nothing', (_request, response) => response.end()],
    ['active as a text', says({ active: 'false', sub: 'ada' })],
    ['active as a number', says({ active: 1, sub: 'ada' })],
    ['10 MB', (_request, response) => response.end(`{"active":true,"sub":"ada","x":"${'x'.repeat(10_000_000)}"}`)],
    ['a connection that breaks', (request) => request.socket.destroy()],
  ])('rejects the token after a response that is %s', async (_what, given) => {
    answer = given;
    const found = await verify('secret-token');
    expect(found).toMatchObject(unavailable);
    expect(asked).toHaveLength(1);
    // The logged reasons contain no token and no secret.
    const cause = found.state === 'rejected' ? String(found.cause) : '';
    expect(cause).toContain('Error');
    expect(cause).not.toMatch(/secret-token|a secret/);
  });

  test.each<[string, Answer]>([
    ['hangs', () => undefined],
    ['drips', (_request, response) => response.write('{"active":')],
  ])('times out within five seconds when it %s', async (_what, given) => {
    answer = given;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const found = verify('opaque');
    await vi.waitUntil(() => asked.length === 1);
    await vi.advanceTimersByTimeAsync(5000);
    const rejected = await found;
    expect(rejected).toMatchObject(unavailable);
    expect(rejected.state === 'rejected' && String(rejected.cause)).toContain('within 5 seconds');
  });

  test('rejects all tokens without an introspection endpoint', async () => {
    const verifier = introspection({ issuer: `${origin}/realm`, ...client });
    expect(await verifier.verify(bearer('opaque'))).toMatchObject(unavailable);
  });

  test('gets a request from the next call', async () => {
    const verifier = create();
    answer = says({}, 500);
    expect(await verifier.verify(bearer('opaque'))).toMatchObject(unavailable);
    answer = saysGood();
    expect(await verifier.verify(bearer('opaque'))).toMatchObject({ state: 'accepted' });
  });

  test('is discovered by the next token once its metadata exists', async () => {
    hasMetadata = false;
    const verifier = introspection({ issuer: origin, ...client });
    expect(await verifier.verify(bearer('opaque'))).toMatchObject(unavailable);
    hasMetadata = true;
    expect(await verifier.verify(bearer('opaque'))).toMatchObject({ state: 'accepted' });
  });

  test('does not invalidate a token that another verifier accepts', async () => {
    answer = says({}, 500);
    const both = anyOf(jwt({ secret: 'x'.repeat(32) }), create());
    expect(await both.verify(bearer('opaque'))).toMatchObject(unavailable);
  });

  test('is not quoted in errors, because its response may repeat the request', async () => {
    answer = (_request, response) => response.end(client.clientSecret);
    const found = await verify('opaque');
    expect(found).toMatchObject(unavailable);
    const cause = found.state === 'rejected' ? String(found.cause) : '';
    expect(cause).toContain('not JSON');
    expect(cause).not.toContain('a secret');
  });

  test('masks the request in errors of a custom fetch', async () => {
    for (const clientAuthentication of ['basic', 'post'] as const) {
      const fetch: Fetch = async (url, init) => {
        const inner = Object.assign(new Error(`sent ${JSON.stringify(init)}`), { code: 'E_SENT' });
        throw new Error(`could not ask ${url} about an-opaque-token`, { cause: inner });
      };
      const found = await verify('an-opaque-token', { fetch, clientAuthentication });
      expect(found).toMatchObject({
        ...unavailable,
        cause: {
          message: `could not ask ${origin}/introspect about [masked]`,
          cause: { code: 'E_SENT', message: expect.stringContaining('sent {') as string },
        },
      });
      const told = inspect(found, { depth: 9 });
      expect(told).not.toContain('an-opaque-token');
      expect(told).not.toMatch(/a secret|a\+secret|a%20secret/);
      expect(told).not.toContain(btoa('tools:a+secret%3A+of+the+client'));
    }
  });

  test('masks quoted parts of the request in errors of a custom fetch', async () => {
    const clientSecret = 'S3cr3t-0f-the-cl1ent-wh1ch-nobody-may-read';
    const inBasic = btoa(`tools:${clientSecret}`);
    const fetch: Fetch = async () => {
      const quoted = ['an-opaque-token', clientSecret, inBasic].map((secret) => `${secret.slice(0, 12)}...`);
      throw new Error(`no answer to ${quoted.join(' or ')}`);
    };
    const found = await verify('an-opaque-token', { fetch, clientSecret });
    expect(found).toMatchObject({ cause: { message: 'no answer to [masked]... or [masked]... or [masked]...' } });
  });

  test('differs from an error in the app’s code', async () => {
    const principalId = (): string => {
      throw new Error('a bug');
    };
    await expect(verify('opaque', { principalId })).rejects.toThrow('a bug');
  });
});

describe('responses are cached', () => {
  test('and 1,000 concurrent calls with a cold cache send one request', async () => {
    const verifier = create();
    const found = await Promise.all(Array.from({ length: 1000 }, async () => verifier.verify(bearer('opaque'))));
    expect(found.every(({ state }) => state === 'accepted')).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test('for cacheSeconds, active and inactive', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const verifier = create({ cacheSeconds: 20 });
    expect(await verifier.verify(bearer('good'))).toMatchObject({ state: 'accepted' });
    answer = says({ active: false });
    expect(await verifier.verify(bearer('bad'))).toMatchObject({ reason: 'inactive' });
    vi.advanceTimersByTime(19_999);
    expect(await verifier.verify(bearer('good'))).toMatchObject({ state: 'accepted' });
    expect(await verifier.verify(bearer('bad'))).toMatchObject({ reason: 'inactive' });
    expect(asked).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(await verifier.verify(bearer('good'))).toMatchObject({ reason: 'inactive' });
    expect(asked).toHaveLength(3);
  });

  test('for at most 30 seconds if the token is inactive', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const verifier = create({ cacheSeconds: 3600 });
    answer = says({ active: false });
    await verifier.verify(bearer('early'));
    vi.advanceTimersByTime(29_999);
    await verifier.verify(bearer('early'));
    expect(asked).toHaveLength(1);
    answer = saysGood();
    vi.advanceTimersByTime(1);
    expect(await verifier.verify(bearer('early'))).toMatchObject({ state: 'accepted' });
    vi.advanceTimersByTime(3_599_999);
    await verifier.verify(bearer('early'));
    expect(asked).toHaveLength(2);
  });

  test('and frozen, so that a tool cannot change its caller’s claims', async () => {
    answer = saysGood({ scope: 'orders:read', realm: { roles: ['user'] } });
    const verifier = create();
    const found = await verifier.verify(bearer('opaque'));
    const claims = (found.state === 'accepted' ? found.principal?.claims : undefined) as {
      sub: string;
      realm: { roles: string[] };
    };
    expect(() => Object.assign(claims, { sub: 'root', scope: 'admin' })).toThrow(TypeError);
    expect(() => claims.realm.roles.push('admin')).toThrow(TypeError);
    expect(await verifier.verify(bearer('opaque'))).toMatchObject({
      principal: { id: 'ada', scopes: ['orders:read'], claims: { realm: { roles: ['user'] } } },
    });
    expect(asked).toHaveLength(1);
  });

  test('never past the expiry of the token', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    answer = saysGood({ exp: Math.floor(Date.now() / 1000) + 10 });
    const verifier = create({ cacheSeconds: 3600 });
    expect(await verifier.verify(bearer('opaque'))).toMatchObject({ state: 'accepted' });
    vi.advanceTimersByTime(11_000);
    expect(await verifier.verify(bearer('opaque'))).toEqual({ state: 'rejected', reason: 'expired', token: 'expired' });
  });

  test('never with cacheSeconds 0', async () => {
    const verifier = create({ cacheSeconds: 0 });
    await verifier.verify(bearer('opaque'));
    await verifier.verify(bearer('opaque'));
    expect(asked).toHaveLength(2);
  });

  test('but failures are not cached', async () => {
    answer = says({}, 500);
    const verifier = create();
    await verifier.verify(bearer('opaque'));
    await verifier.verify(bearer('opaque'));
    expect(asked).toHaveLength(2);
  });
});

describe('introspection()', () => {
  const wrong = (options: object) => () => introspection({ issuer, ...client, ...options });

  test.each<[object, string, string]>([
    [{ issuer: undefined }, 'TW_OPTION_URL', 'must be an https URL'],
    [{ issuer: 'http://login.example.com' }, 'TW_OPTION_URL', 'https'],
    [{ issuer: 'https://login.example.com?x=1' }, 'TW_OPTION_URL', 'or query'],
    [{ endpoint: 'http://login.example.com/introspect' }, 'TW_OPTION_URL', 'tokens could be read'],
    [{ issuer: 'https://me:password@a.example' }, 'TW_OPTION_URL', 'without password'],
    [{ endpoint: 'https://me:password@a.example' }, 'TW_OPTION_URL', 'without password'],
    [{ endpoint: 'https://a.example', clientId: '' }, 'TW_CREDENTIAL_MISSING', 'clientId'],
    [{ endpoint: 'https://a.example', clientSecret: undefined }, 'TW_CREDENTIAL_MISSING', 'clientSecret'],
    [{ endpoint: 'https://a.example', clientAuthentication: 'jwt' }, 'TW_OPTION_CHOICE', "'basic' or 'post'"],
    [{ endpoint: 'https://a.example', cacheSeconds: 3601 }, 'TW_OPTION_NUMBER', 'from 0 to 3600'],
    [
      { endpoint: 'https://a.example', principalId: 'sub' },
      'TW_OPTION_TYPE',
      'principalId must be a function, got a string',
    ],
    [
      { endpoint: 'https://a.example', fetch: 'https://proxy' },
      'TW_OPTION_TYPE',
      'fetch must be a function, got a string',
    ],
    [{ endpoint: 'https://a.example', audiences: undefined }, 'TW_CREDENTIAL_MISSING', 'got no audiences'],
    [{ endpoint: 'https://a.example', audience: ['x'] }, 'TW_OPTION_UNKNOWN', "Did you mean 'audiences'"],
  ])('rejects %j', (options, code, message) => {
    expect(wrong(options)).toThrow(expect.objectContaining({ code }));
    expect(wrong(options)).toThrow(message);
  });

  test('uses the app’s fetch', async () => {
    const fetch: Fetch = async () => new Response(JSON.stringify({ active: true, sub: 'ada' }));
    expect(await verify('opaque', { fetch })).toMatchObject({ state: 'accepted', principal: { id: 'ada' } });
    expect(asked).toEqual([]);
  });
});
