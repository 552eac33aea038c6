import { jwt } from '@toolwire/auth/jwt';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { arbitraryTokens } from '../src/credentials/arbitrary-tokens.ts';
import { createIndependentVerifier, readToken, toleranceSeconds } from '../src/credentials/independent-verifier.ts';
import { audience, issuer, issueToken, keySet } from '../src/credentials/issuer.ts';
import { stricterRules } from '../src/credentials/stricter-rules.ts';

const now = 1_800_000_000;
const numRuns = process.env['TEST_SCOPE'] === 'all' ? 5_000 : 1_000;

beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }));
afterAll(() => vi.useRealTimers());

const verifier = jwt({
  jwks: keySet,
  algorithms: ['RS256', 'ES256', 'EdDSA'],
  issuer,
  audiences: [audience],
  clockToleranceSeconds: toleranceSeconds,
});
const theirs = createIndependentVerifier(now * 1000);
const ours = async (token: string): Promise<boolean> => {
  const header = (name: string) => (name === 'authorization' ? `Bearer ${token}` : undefined);
  return (await verifier.verify({ header })).state === 'accepted';
};

describe('a token is accepted', () => {
  test('if and only if another verifier accepts it, except for stricter rules', {
    timeout: 240_000,
  }, async () => {
    const found = { good: 0, bad: 0 };
    await fc.assert(
      fc.asyncProperty(arbitraryTokens(now), async (token) => {
        const [here, there] = [await ours(token), theirs(token)];
        found[there ? 'good' : 'bad'] += 1;
        if (here === there) return;
        const decoded = readToken(token);
        const rule = decoded && there && stricterRules.find(({ refuses }) => refuses(token, decoded, now));
        expect(rule, `taken ${here ? 'here alone' : 'there alone'}: ${JSON.stringify(decoded)}`).toBeTruthy();
      }),
      { numRuns },
    );
    // A test with only bad tokens would pass for a verifier that rejects everything.
    expect(Math.min(found.good, found.bad)).toBeGreaterThan(numRuns / 20);
  });

  test('if it is valid', async () => {
    for (const signing of ['RS256', 'ES256', 'EdDSA'] as const) {
      expect([await ours(issueToken({ signing })), theirs(issueToken({ signing }))]).toEqual([true, true]);
    }
  });

  test.each(stricterRules)('not here, but there, for $name', async ({ refuses, example }) => {
    const token = example(now);
    const decoded = readToken(token);
    expect([await ours(token), theirs(token)]).toEqual([false, true]);
    expect(decoded && stricterRules.filter((one) => one.refuses(token, decoded, now))).toEqual([
      expect.objectContaining({ refuses }),
    ]);
  });
});
