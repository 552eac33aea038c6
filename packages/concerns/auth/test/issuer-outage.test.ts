import type { Fetch } from '@toolwire/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type JwtKeySetOptions, jwt } from '../src/jwt.ts';
import { bearer } from './headers.ts';
import { signingKey } from './issuers.ts';

const key = await signingKey('one');
const issuer = 'https://login.example.com/realms/shop';
const token = await key.sign({ iss: issuer, exp: 9_999_999_999 });
const accepted = { state: 'accepted', principal: { id: 'ada' } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('keys that were loaded', () => {
  /** How many seconds the keys are used while the issuer is down. */
  async function secondsServed(options: Partial<JwtKeySetOptions>): Promise<number> {
    let isUp = true;
    const fetch: Fetch = async () => new Response(JSON.stringify({ keys: [key.jwk] }), { status: isUp ? 200 : 503 });
    const verifier = jwt({ jwks: 'https://login.example.com/keys', fetch, ...options });
    expect(await verifier.verify(bearer(token))).toMatchObject(accepted);
    isUp = false;
    for (let seconds = 60; ; seconds += 60) {
      vi.advanceTimersByTime(60_000);
      const found = await verifier.verify(bearer(token));
      if (found.state === 'accepted') continue;
      expect(found).toMatchObject({ state: 'rejected', reason: 'keys_unavailable' });
      return seconds - 60;
    }
  }

  test.each<[Partial<JwtKeySetOptions>, number]>([
    [{}, 3600],
    [{ maxAgeWhileDownSeconds: 1800 }, 1800],
    [{ maxAgeWhileDownSeconds: 86_400 }, 86_400],
    [{ maxAgeWhileDownSeconds: 600 }, 600],
  ])('are used with %j for %i seconds while the issuer is down', async (options, seconds) => {
    expect(await secondsServed(options)).toBe(seconds);
  });

  test.each<[Partial<JwtKeySetOptions>, string]>([
    [{ maxAgeWhileDownSeconds: 599 }, 'from 600 to 604800'],
    [{ maxAgeWhileDownSeconds: 604_801 }, 'from 600 to 604800'],
    [{ maxAgeWhileDownSeconds: Number.POSITIVE_INFINITY }, 'from 600 to 604800'],
    [{ maxAgeWhileDownSeconds: Number.NaN }, 'from 600 to 604800'],
  ])('are never used with %j', (options, range) => {
    expect(() => jwt({ jwks: 'https://login.example.com/keys', ...options })).toThrow(
      new RegExp(`maxAgeWhileDownSeconds must be a number of seconds ${range}`),
    );
  });
});

describe('every request to an issuer', () => {
  const after = (seconds: number, answer: () => Response): Promise<Response> =>
    new Promise((resolve) => setTimeout(() => resolve(answer()), seconds * 1000));
  const notThere = (): Response => new Response('', { status: 404 });
  const metadata = (): Response => Response.json({ issuer, jwks_uri: 'https://login.example.com/keys' });

  test.each<[string, Fetch, number]>([
    ['hangs at the first address', () => new Promise(() => {}), 1],
    ['takes two seconds for each of three addresses', () => after(2, notThere), 3],
    [
      'takes three seconds for the metadata, and hangs at the keys',
      (url) => (url.endsWith('/keys') ? new Promise(() => {}) : after(3, metadata)),
      2,
    ],
    [
      'sends the beginning of its metadata',
      async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) })),
      1,
    ],
  ])('times out after five seconds, for an issuer that %s', async (_what, answer, questions) => {
    const fetch = vi.fn(answer);
    let found: unknown;
    void Promise.resolve(jwt({ issuer, fetch }).verify(bearer(token))).then((verified) => {
      found = verified;
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(found).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(found).toMatchObject({
      state: 'rejected',
      reason: 'keys_unavailable',
      cause: new Error(
        `The issuer ${issuer} did not return its keys within 5 seconds. Is it up, and can this host reach it?`,
      ),
    });
    expect(fetch).toHaveBeenCalledTimes(questions);
    expect(fetch.mock.calls.every(([, init]) => init.signal.aborted)).toBe(true);
  });

  test('leaves no timer behind', async () => {
    const fetch: Fetch = async (url) => (url.endsWith('/keys') ? Response.json({ keys: [key.jwk] }) : metadata());
    expect(await jwt({ issuer, fetch }).verify(bearer(token))).toMatchObject(accepted);
    expect(vi.getTimerCount()).toBe(0);
  });
});
