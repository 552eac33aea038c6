import type { Fetch } from '@toolwire/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type IntrospectionOptions, introspection } from '../src/introspection.ts';
import { bearer } from './headers.ts';

const issuer = 'https://login.example.com';
const good = (): Response => Response.json({ active: true, sub: 'ada', aud: 'tools' });
const hangs = (): Promise<Response> => new Promise(() => {});

/** The requests and responses of an authorization server. */
const asked: string[] = [];
let endpoint = `${issuer}/introspect`;
let answer: () => Response | Promise<Response> = good;
const fetch: Fetch = async (url, { method }) => {
  asked.push(url);
  return method === 'GET' ? Response.json({ issuer, introspection_endpoint: endpoint }) : answer();
};

function create(options: Partial<IntrospectionOptions> = {}) {
  const client = { clientId: 'tools', clientSecret: 'secret', audiences: ['tools'] };
  const verifier = introspection({ issuer, endpoint, ...client, fetch, ...options });
  return async (token: string) => verifier.verify(bearer(token));
}
const unavailable = { state: 'rejected', reason: 'introspection_unavailable' };
const accepted = { state: 'accepted' };
/** Waits for work without a timer, because timers are mocked. */
async function until(has: () => boolean): Promise<void> {
  while (!has()) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  asked.length = 0;
  endpoint = `${issuer}/introspect`;
  answer = good;
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Verifies made-up tokens concurrently, and counts the verified and rejected ones. */
function verifyAll(verify: ReturnType<typeof create>, count: number) {
  let settled = 0;
  const all = Array.from({ length: count }, async (_, at) => {
    const found = await verify(`made-up-${at}`);
    settled += 1;
    return found;
  });
  return { all, settled: () => settled };
}

/** Advances the clock past the timeout of a request. */
async function waitInVain(verify: ReturnType<typeof create>, ...tokens: readonly string[]): Promise<void> {
  asked.length = 0;
  answer = hangs;
  const found = tokens.map(verify);
  await until(() => asked.length === tokens.length);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await Promise.all(found)).toMatchObject(tokens.map(() => unavailable));
  asked.length = 0;
}

describe('5,000 random tokens at once', () => {
  test('cause 250 concurrent requests, and all other tokens are rejected as temporarily unverifiable', async () => {
    const verify = create();
    const open: ((response: Response) => void)[] = [];
    answer = () => new Promise((resolve) => open.push(resolve));
    const { all, settled } = verifyAll(verify, 5000);
    await until(() => settled() === 4750);
    for (const resolve of open) resolve(Response.json({ active: false }));
    const found = await Promise.all(all);
    expect(asked).toHaveLength(250);
    expect(found.filter((one) => one.state === 'rejected' && one.reason === 'inactive')).toHaveLength(250);
    expect(found.filter((one) => one.state === 'rejected' && one.reason === unavailable.reason)).toHaveLength(4750);
    answer = good;
    expect(await verify('good')).toMatchObject(accepted);
  });
});

describe('an authorization server that timed out', () => {
  test('gets no second request for the same token for ten seconds', async () => {
    const verify = create();
    await waitInVain(verify, 'one');
    answer = good;
    expect(await verify('one')).toMatchObject(unavailable);
    await vi.advanceTimersByTimeAsync(9999);
    expect(await verify('one')).toMatchObject(unavailable);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await verify('one')).toMatchObject(accepted);
  });

  test('still gets requests for other tokens: one hanging token blocks no other caller', async () => {
    const verify = create();
    await waitInVain(verify, 'hangs');
    answer = good;
    expect(await verify('of-ada')).toMatchObject(accepted);
  });

  test.each([1, 2])('gets as many requests for other tokens as before: %i timeouts start no pause', async (count) => {
    const verify = create();
    await waitInVain(verify, ...['hangs', 'and-so-does-this'].slice(0, count));
    const open: ((response: Response) => void)[] = [];
    answer = () => new Promise((resolve) => open.push(resolve));
    const { all } = verifyAll(verify, 100);
    await until(() => open.length === 100);
    for (const resolve of open) resolve(good());
    expect(await Promise.all(all)).toMatchObject(all.map(() => accepted));
  });

  test('gets at most ten concurrent requests after three timeouts in a row, until one response arrives', async () => {
    const verify = create();
    await waitInVain(verify, 'one', 'two', 'three');
    const open: ((response: Response) => void)[] = [];
    answer = () => new Promise((resolve) => open.push(resolve));
    const { all, settled } = verifyAll(verify, 100);
    await until(() => settled() === 90);
    expect(asked).toHaveLength(10);
    open.pop()?.(good());
    await until(() => settled() === 91);
    const more = Array.from({ length: 100 }, (_, at) => verify(`more-${at}`));
    await until(() => asked.length === 110);
    for (const resolve of open) resolve(good());
    await until(() => open.length === 109);
    for (const resolve of open) resolve(good());
    expect(await Promise.all(more)).toMatchObject(more.map(() => accepted));
    expect((await Promise.all(all)).filter(({ state }) => state === 'accepted')).toHaveLength(10);
  });

  test('is not throttled if it fails fast', async () => {
    const verify = create();
    await waitInVain(verify, 'one', 'other', 'third');
    answer = () => new Response(null, { status: 500 });
    expect(await verify('two')).toMatchObject(unavailable);
    answer = hangs;
    void verifyAll(verify, 20);
    await until(() => asked.length === 21);
  });

  test('is not throttled if it responded to another request meanwhile', async () => {
    const verify = create();
    answer = hangs;
    const slow = verify('slow');
    await until(() => asked.length === 1);
    await vi.advanceTimersByTimeAsync(1000);
    answer = good;
    expect(await verify('two')).toMatchObject(accepted);
    await vi.advanceTimersByTimeAsync(4000);
    expect(await slow).toMatchObject(unavailable);
    expect(await verify('three')).toMatchObject(accepted);
  });

  test('includes its name in the error of a call with a cached response', async () => {
    const verify = create();
    expect(await verify('known')).toMatchObject(accepted);
    await waitInVain(verify, 'one');
    expect(await verify('known')).toMatchObject(accepted);
  });
});

describe('an endpoint from the metadata of the issuer', () => {
  const moved = (): Response => new Response(null, { status: 404 });

  test('is discovered again after a failure', async () => {
    const verify = create({ issuer, endpoint: undefined });
    expect(await verify('one')).toMatchObject(accepted);
    await vi.advanceTimersByTimeAsync(10_000);
    answer = moved;
    endpoint = `${issuer}/elsewhere`;
    expect(await verify('two')).toMatchObject(unavailable);
    answer = good;
    expect(await verify('three')).toMatchObject(accepted);
    expect(asked.at(-1)).toBe(endpoint);
  });

  test('is discovered at most once in ten seconds', async () => {
    const verify = create({ issuer, endpoint: undefined });
    answer = moved;
    for (let at = 0; at < 20; at++) expect(await verify(`token-${at}`)).toMatchObject(unavailable);
    expect(asked.filter((url) => url.includes('well-known'))).toHaveLength(1);
  });
});
