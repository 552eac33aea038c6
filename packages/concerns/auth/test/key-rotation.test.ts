import type { Fetch } from '@toolwire/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jwt } from '../src/jwt.ts';
import { bearer } from './headers.ts';
import { signingKey } from './issuers.ts';

const [oldKey, newKey, strange] = await Promise.all(['old', 'new', 'strange'].map(signingKey));
if (!oldKey || !newKey || !strange) throw new Error('There are three keys');
const claims = { exp: 9_999_999_999 };
const [oldToken, newToken] = await Promise.all([oldKey.sign(claims), newKey.sign(claims)]);
const strangeTokens = await Promise.all(
  Array.from({ length: 20 }, (_, n) => strange.sign(claims, { kid: `made-up-${n}` })),
);

const accepted = { state: 'accepted', principal: { id: 'ada' } };
const unknownKey = { state: 'rejected', reason: 'unknown_key' };
const secondsNow = (): number => performance.now() / 1000;

/** An issuer that publishes the given keys, or does not respond. `requestedAt` are the seconds of its requests. */
function issuerOf(...keys: readonly (typeof oldKey)[]) {
  const requestedAt: number[] = [];
  let published: readonly (typeof oldKey)[] | 'down' = keys;
  const held: (() => void)[] = [];
  let holding = false;
  const fetch: Fetch = async () => {
    requestedAt.push(secondsNow());
    if (published === 'down') throw new TypeError('fetch failed');
    const answer = new Response(JSON.stringify({ keys: published.map((key) => key?.jwk) }));
    if (holding) await new Promise<void>((resolve) => held.push(resolve));
    return answer;
  };
  const verifier = jwt({ jwks: 'https://login.example.com/keys', fetch });
  return {
    requestedAt,
    verify: async (token: string) => verifier.verify(bearer(token)),
    publish: (...next: readonly (typeof oldKey)[]) => {
      published = next;
    },
    fail: () => {
      published = 'down';
    },
    /** Later responses wait for `answer()`. */
    hold: () => {
      holding = true;
    },
    answer: () => {
      holding = false;
      for (const go of held.splice(0)) go();
    },
  };
}

async function expectAll(found: readonly Promise<unknown>[], what: object): Promise<void> {
  for (const one of await Promise.all(found)) expect(one).toMatchObject(what);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('keys that rotate while calls run', () => {
  test('are loaded once for a thousand concurrent calls without keys', async () => {
    const { verify, requestedAt } = issuerOf(oldKey);
    await expectAll(
      Array.from({ length: 1000 }, () => verify(oldToken)),
      accepted,
    );
    expect(requestedAt).toHaveLength(1);
  });

  test('are loaded once for a thousand concurrent calls with a new key', async () => {
    const { verify, publish, requestedAt } = issuerOf(oldKey);
    await verify(oldToken);
    publish(oldKey, newKey);
    await expectAll(
      Array.from({ length: 1000 }, (_, n) => verify(n % 2 ? oldToken : newToken)),
      accepted,
    );
    expect(requestedAt).toHaveLength(2);
  });

  test('are loaded again while an older response is pending', async () => {
    const { verify, publish, hold, answer, requestedAt } = issuerOf(oldKey);
    hold();
    const calls = [verify(oldToken)];
    await vi.waitFor(() => expect(requestedAt).toHaveLength(1));
    publish(oldKey, newKey);
    calls.push(...Array.from({ length: 100 }, () => verify(newToken)));
    answer();
    await expectAll(calls, accepted);
    expect(requestedAt).toHaveLength(2);
  });

  test('are found right after a scheduled load', async () => {
    const { verify, publish } = issuerOf(oldKey);
    await verify(oldToken);
    vi.advanceTimersByTime(1000);
    publish(newKey);
    expect(await verify(newToken)).toMatchObject(accepted);
    expect(await verify(oldToken)).toMatchObject(unknownKey);
  });

  test('are unavailable, not unknown, while the issuer is down', async () => {
    const { verify, publish, fail } = issuerOf(oldKey);
    await verify(oldToken);
    fail();
    expect(await verify(newToken)).toMatchObject({ state: 'rejected', reason: 'keys_unavailable' });
    expect(await verify(oldToken)).toMatchObject(accepted);
    publish(oldKey, newKey);
    vi.advanceTimersByTime(10_000);
    expect(await verify(newToken)).toMatchObject(accepted);
    await expectAll(strangeTokens.map(verify), unknownKey);
  });

  test.each([
    ['that signs at once with what it publishes', 20, 0],
    ['that signs ten seconds after it has published, whatever strangers send', 30, 20],
  ])('accept each valid call, for an issuer that %s', async (_what, signsFrom, strangers) => {
    const { verify, publish } = issuerOf(oldKey);
    for (let second = 0; second < 60; second++) {
      if (second === 20) publish(oldKey, newKey);
      // Tokens signed with the old key have expired.
      if (second === 45) publish(newKey);
      const good = [...(second >= signsFrom ? [newToken] : []), ...(second < 45 ? [oldToken] : [])];
      const bad = strangeTokens.slice(0, strangers).map(verify);
      await expectAll(Array.from({ length: 20 }, () => good.map(verify)).flat(), accepted);
      await expectAll(bad, unknownKey);
      vi.advanceTimersByTime(1000);
    }
    vi.advanceTimersByTime(600_000);
    expect(await verify(oldToken)).toMatchObject(unknownKey);
  });

  test('are loaded once in ten seconds for a flood of unknown key IDs', async () => {
    const { verify, requestedAt } = issuerOf(oldKey);
    await verify(oldToken);
    for (let second = 0; second < 60; second++) {
      await expectAll([...strangeTokens, ...strangeTokens].map(verify), unknownKey);
      vi.advanceTimersByTime(1000);
    }
    const [, ...forUnknown] = requestedAt;
    expect(forUnknown).toHaveLength(6);
    for (const [index, at] of forUnknown.slice(1).entries()) {
      expect(at - (forUnknown[index] ?? 0)).toBeGreaterThanOrEqual(10);
    }
  });

  test('are requested once in ten seconds from an issuer that is down', async () => {
    const { verify, fail, requestedAt } = issuerOf(oldKey);
    await verify(oldToken);
    fail();
    for (let second = 0; second < 30; second++) {
      await Promise.all([...strangeTokens, oldToken].map(verify));
      vi.advanceTimersByTime(1000);
    }
    expect(requestedAt).toHaveLength(4);
  });
});
