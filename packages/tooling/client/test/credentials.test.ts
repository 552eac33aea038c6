import { authenticate, type Credentials } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';
import { describe, expect, it } from 'vitest';
import { type AuthOptions, createClient, type JwtOptions } from '../src/index.ts';
import { done, refused, scriptedFetch, sentBodies } from './scripted-fetch.ts';

const url = 'https://tools.example.com';
const secret = 'a secret of the client and the server, 32 bytes';

/** The headers that a client sends. */
async function headersWith(auth: AuthOptions): Promise<Headers> {
  const fetch = scriptedFetch(done());
  await createClient({ url, fetch, auth }).call('Calculator.Add', {});
  return new Headers(fetch.mock.calls[0]?.[1].headers);
}

describe('a token that the client signs', () => {
  const bearer = async (options: Partial<JwtOptions> = {}): Promise<Credentials> => {
    const headers = await headersWith({ jwt: { secret, ...options } });
    return { header: (name) => headers.get(name) ?? undefined };
  };

  it('is accepted only by a server that knows the secret', async () => {
    const credentials = await bearer({ claims: { aud: 'otcserver', sub: 'agent-7' } });
    const options = { audiences: ['otcserver'], maxLifetimeSeconds: 900 };
    expect(await authenticate(jwt({ secret, ...options }), credentials)).toMatchObject({
      ok: true,
      principal: { id: 'agent-7' },
    });
    expect(await authenticate(jwt({ secret: secret.toUpperCase(), ...options }), credentials)).toMatchObject({
      ok: false,
    });
    expect(await authenticate(jwt({ secret, audiences: ['another'] }), credentials)).toMatchObject({ ok: false });
  });

  it('can have a secret in bytes and additional claims, but not another expiry', async () => {
    const credentials = await bearer({
      secret: new TextEncoder().encode(secret),
      claims: { sub: 'x', ver: '1', exp: 9e9 },
    });
    const seen = await authenticate(jwt({ secret }), credentials);
    expect(seen).toMatchObject({ ok: true, principal: { id: 'x', claims: { ver: '1' } } });
    expect(seen.ok && seen.principal?.claims?.['exp']).toBeLessThan(Date.now() / 1_000 + 301);
  });

  it('is new for each attempt', async () => {
    const fetch = scriptedFetch(refused(503), done());
    let tokenCount = 0;
    const token = (): string => {
      tokenCount += 1;
      return `token-${tokenCount}`;
    };
    await createClient({ url, fetch, auth: { token }, retry: { baseMs: 0 } }).call('Calculator.Add', {});
    const sent = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'));
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-2']);
  });
});

describe('invalid credentials', () => {
  it.each<[AuthOptions, string]>([
    [{}, 'auth is empty. Is its environment variable set? To call without credentials, remove auth.'],
    [{ apiKey: undefined }, 'auth is empty.'],
    [{ apiKey: '' }, 'auth.apiKey is empty. Is its environment variable set?'],
    [{ token: '' }, 'auth.token is empty. Is its environment variable set?'],
    [{ apiKey: 'key\r\nx: y' }, 'auth.apiKey has a character that is invalid in a header.'],
    [{ apiKey: 'schlüssel' }, 'auth.apiKey has a character that is invalid in a header.'],
    [{ jwt: { secret: '' } }, 'The JWT secret is empty. Is its environment variable set?'],
    [{ jwt: { secret: undefined as unknown as string } }, 'The JWT secret is empty.'],
    [{ jwt: { secret: 'short' } }, 'The JWT secret has 5 bytes, but HS256 needs at least 32.'],
    [{ jwt: { secret }, token: 't' }, 'auth has both jwt and token'],
  ])('are rejected by createClient, without repeating them: %#', (auth, message) => {
    const make = (): unknown => createClient({ url, auth });
    expect(make).toThrow(message);
    expect(make).not.toThrow(/key\r\n|schlüssel|short/);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('the vault is closed'))],
    [
      'throws',
      () => {
        throw new Error('the vault is closed');
      },
    ],
    ['gives what no header can carry', () => 'a\nb'],
    ['gives nothing', () => undefined as unknown as string],
  ])('are not sent if the function that returns them %s', async (_how, token) => {
    const fetch = scriptedFetch(done());
    const result = await createClient({ url, fetch, auth: { token } }).call('Calculator.Add', {});
    expect(result).toMatchObject({
      kind: 'refused',
      code: 'unauthenticated',
      ran: 'no',
      message: 'The client could not get credentials for the tool server.',
    });
    expect(result).toHaveProperty('cause');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the URL', () => {
  it.each([
    ['https://tools.example.com', 'https://tools.example.com/tools/call'],
    ['https://tools.example.com/', 'https://tools.example.com/tools/call'],
    ['https://tools.example.com/ai', 'https://tools.example.com/ai/tools/call'],
    ['https://tools.example.com:8443/a/b//', 'https://tools.example.com:8443/a/b/tools/call'],
    [new URL('http://localhost:3000/ai'), 'http://localhost:3000/ai/tools/call'],
  ])('%s leads to %s', async (base, address) => {
    const fetch = scriptedFetch(done());
    await createClient({ url: base, fetch }).call('Calculator.Add', {});
    expect(fetch.mock.calls[0]?.[0]).toBe(address);
  });

  it.each([
    ['/ai', "'/ai' is not a URL. Pass the full URL of the server, such as https://example.com/ai."],
    ['127.0.0.1:3000', "'127.0.0.1:3000' is not a URL. Pass the full URL of the server"],
    ['//me:hunter2@127.0.0.1:3000/ai?key=hunter2', "'127.0.0.1:3000/ai' is not a URL. Pass"],
    ['example.com/ai?key=abc@hunter2', 'The url is not a URL. Pass'],
    [undefined as never, 'The url undefined is not a URL. Pass'],
    ['ftp://example.com', "The url starts with 'ftp:'. It must start with https:// or http://."],
    ['https://me:hunter2@example.com', 'The url contains a username or password'],
    ['https://example.com/?key=1', 'The url has a query or a fragment.'],
    ['https://example.com/#ai', 'The url has a query or a fragment.'],
  ])('%s is invalid', (base, message) => {
    expect(() => createClient({ url: base })).toThrow(message);
    expect(() => createClient({ url: base })).not.toThrow(/hunter2/);
  });
});

describe('a request', () => {
  it('contains what the standard requires and nothing else', async () => {
    const fetch = scriptedFetch(done());
    const client = createClient({ url, fetch });
    await client.call('Calculator.Add@1.0.0', { a: 10, b: 5 }, { callId: 'call-1' });
    await client.call('Clock.Today');
    await client.list();
    const [call, , list] = fetch.mock.calls.map(([, init]) => init);

    expect(call).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"$schema":"otc://1.0","request":{"call_id":"call-1","tool_id":"Calculator.Add@1.0.0","input":{"a":10,"b":5}}}',
    });
    expect(Object.keys(call?.headers ?? {})).toEqual(['accept', 'content-type']);
    // E06: some input in any case.
    expect(sentBodies(fetch)[1]).toContain('"input":{}');
    // E11: no body, and so no type of one, on a GET.
    expect(list).toMatchObject({ method: 'GET', headers: { accept: 'application/json' } });
    expect(list).not.toHaveProperty('body');
  });

  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('contains the current trace', async () => {
    const fetch = scriptedFetch(done());
    const other = traceparent.replace('0af7', '1bf7');
    const current = [traceparent, other, traceparent];
    const client = createClient({ url, fetch, traceparent: () => current[fetch.mock.calls.length] });
    await client.call('Calculator.Add', {});
    await client.call('Calculator.Add', {});
    await client.list();

    const sent = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('traceparent'));
    expect(sent).toEqual([traceparent, other, traceparent]);
    expect(sentBodies(fetch)[0]).toContain('"trace_id":"0af7651916cd43dd8448eb211c80319c"');
    expect(sentBodies(fetch)[1]).toContain('"trace_id":"1bf7651916cd43dd8448eb211c80319c"');
  });

  it('contains the trace of the callback that the client was created with', async () => {
    const fetch = scriptedFetch(done());
    const options = { url, fetch, traceparent: () => traceparent };
    const client = createClient(options);
    options.traceparent = () => '';
    await client.call('Calculator.Add', {});
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('traceparent')).toBe(traceparent);
  });

  it.each([
    '',
    'trace',
    traceparent.toUpperCase(),
    traceparent.replace(/^00/, 'ff'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    `${traceparent}\r\nx: y`,
  ])('contains no invalid trace: %s', async (text) => {
    const fetch = scriptedFetch(done());
    await createClient({ url, fetch, traceparent: () => text }).call('Calculator.Add', {});
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).has('traceparent')).toBe(false);
    expect(sentBodies(fetch)[0]).not.toContain('trace_id');
  });

  it('contains no trace if the callback fails', async () => {
    const fetch = scriptedFetch(done());
    const broken = (): string => {
      throw new Error('no tracer');
    };
    const client = createClient({ url, fetch, traceparent: broken });
    expect(await client.call('Calculator.Add', {})).toMatchObject({ kind: 'value' });
    expect(await client.health()).toBe(true);
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).has('traceparent')).toBe(false);
  });

  it.each([null, { toJSON: () => null }])('E06: contains {} if the input is null: %o', async (input) => {
    const fetch = scriptedFetch(done());
    await createClient({ url, fetch }).call('Clock.Today', input as unknown as object);
    expect(sentBodies(fetch)[0]).toContain('"input":{}');
  });

  it('is not sent with numbers that JSON would turn into null, and names their parameters', async () => {
    const fetch = scriptedFetch(done());
    const input = { a: 1, b: Number.NaN, c: { deep: [Number.POSITIVE_INFINITY] }, d: 5n, e: undefined };
    const result = await createClient({ url, fetch }).call('Calculator.Add', input);
    expect(result).toMatchObject({ kind: 'invalid', message: 'The input cannot be written as JSON', attempts: 0 });
    const problem = 'Cannot be written as JSON';
    expect(result.kind === 'invalid' && { ...result.parameterErrors }).toEqual({ b: problem, c: problem, d: problem });
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    { a: 5n },
    () => ({ a: 5 }),
    { toJSON: () => undefined },
    Object.assign(
      {},
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
    ),
  ])('is not sent with input that JSON cannot represent', async (input) => {
    const fetch = scriptedFetch(done());
    expect(await createClient({ url, fetch }).call('Calculator.Add', input)).toMatchObject({
      kind: 'invalid',
      message: 'The input cannot be written as JSON',
      attempts: 0,
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});

it('a token that is not available in time is not a timeout of the server', async () => {
  const fetch = scriptedFetch(done());
  const token = (): Promise<string> => Promise.reject(new DOMException('The token service is slow.', 'TimeoutError'));
  const result = await createClient({ url, fetch, auth: { token } }).call('Calculator.Add', {});
  expect(result).toMatchObject({ kind: 'refused', code: 'unauthenticated', ran: 'no', attempts: 0 });
});

it('the secrets in the URL of a redirect are not repeated', async () => {
  const location = 'https://login.example.com/start?code=secret-code#token=secret-token';
  const fetch = scriptedFetch(new Response(null, { status: 302, headers: { location } }));
  const result = await createClient({ url, fetch }).call('Calculator.Add', {});
  expect(result).toMatchObject({
    code: 'redirected',
    developerMessage: expect.stringContaining('/start are') as unknown,
  });
  expect(JSON.stringify(result)).not.toContain('secret');
  const onlyFragment = new Response(null, { status: 302, headers: { location: 'https://x.example#token=secret' } });
  const other = await createClient({ url, fetch: scriptedFetch(onlyFragment) }).call('Calculator.Add', {});
  expect(JSON.stringify(other)).not.toContain('secret');
});
