import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyOf, apiKey, type Verified, type Verifier } from '../src/index.ts';
import { jwt } from '../src/jwt.ts';
import { authorization, bearer, headers } from './headers.ts';
import { secret, signed } from './tokens.ts';

const key = '0123456789abcdef0123456789abcdef';
const both = anyOf(jwt({ secret }), apiKey({ keys: { 'key-holder': key } }));

function saying(verified: Verified, header?: string): Verifier {
  return { scheme: 'test', header, verify: () => verified };
}

describe('anyOf', () => {
  it('accepts either credential (OTC-AUTH-16)', async () => {
    expect(await both.verify(bearer(await signed()))).toMatchObject({ principal: { id: 'ada' } });
    expect(await both.verify(headers(['OTC-API-Key', key]))).toMatchObject({ principal: { id: 'key-holder' } });
    expect(await both.verify(headers())).toStrictEqual({ state: 'absent' });
  });

  it('uses the first verifier’s principal if both credentials are valid', async () => {
    const request = headers(['OTC-API-Key', key], ['Authorization', `Bearer ${await signed()}`]);

    expect(await both.verify(request)).toMatchObject({ principal: { id: 'ada' } });
  });

  it('uses the first accepting verifier’s principal, also if an earlier header is accepted by a later verifier', async () => {
    const [oldSecret, newSecret] = [secret, 'another-secret-of-32-characters-or-more'];
    const rotating = anyOf(
      jwt({ secret: newSecret }),
      apiKey({ keys: { 'key-holder': key } }),
      jwt({ secret: oldSecret }),
    );
    const request = headers(['OTC-API-Key', key], ['Authorization', `Bearer ${await signed()}`]);

    expect(await rotating.verify(request)).toMatchObject({ principal: { id: 'key-holder' } });
  });

  it('rejects an invalid credential next to a valid one (OTC-AUTH-16)', async () => {
    const good = await signed();

    for (const value of ['Bearer garbage', 'Bearer', '', 'Basic dXNlcjpwYXNz', `Bearer ${good}, Bearer ${good}`]) {
      const request = headers(['OTC-API-Key', key], ['Authorization', value]);
      expect(await both.verify(request), value).toMatchObject({ state: 'rejected' });
    }
    for (const value of ['wrong', '', `${key}, ${key}`]) {
      const request = headers(['OTC-API-Key', value], ['Authorization', `Bearer ${good}`]);
      expect(await both.verify(request), value).toMatchObject({ state: 'rejected', reason: 'unknown_api_key' });
    }
  });

  it('is unverifiable while a matching verifier is unavailable, unless another credential is invalid', async () => {
    const undecided: Verified = { state: 'rejected', reason: 'keys_unavailable' };
    const bad: Verified = { state: 'rejected', reason: 'expired' };
    const good: Verified = { state: 'accepted', principal: { id: 'ada' } };
    const found = (...some: readonly (readonly [Verified, string])[]) =>
      anyOf(...some.map(([verified, header]) => saying(verified, header))).verify(headers());

    expect(await found([bad, 'a'], [undecided, 'a'])).toEqual(undecided);
    expect(await found([undecided, 'a'], [good, 'a'])).toEqual(good);
    expect(await found([undecided, 'a'], [good, 'b'])).toEqual(undecided);
    expect(await found([undecided, 'a'], [bad, 'b'])).toEqual(bad);
  });

  it('treats verifiers of the same header as alternatives, such as an old and a new secret', async () => {
    const newSecret = 'another-secret-of-32-characters-or-more';
    const rotating = anyOf(jwt({ secret: newSecret }), jwt({ secret }));
    const sign = (text: string): Promise<string> => signed({ sub: text }, {}, new TextEncoder().encode(text));

    expect(await rotating.verify(bearer(await sign(newSecret)))).toMatchObject({ principal: { id: newSecret } });
    expect(await rotating.verify(bearer(await sign(secret)))).toMatchObject({ principal: { id: secret } });
    expect(await rotating.verify(bearer(await sign('a-third-secret-that-nobody-knows-of')))).toMatchObject({
      state: 'rejected',
      reason: 'bad_signature',
    });
  });

  it('accepts a key as bearer token next to JWTs (E63)', async () => {
    const mixed = anyOf(jwt({ secret }), apiKey({ keys: { 'key-holder': key }, acceptAsBearer: true }));

    expect(await mixed.verify(bearer(key))).toMatchObject({ principal: { id: 'key-holder' } });
    expect(await mixed.verify(bearer(await signed()))).toMatchObject({ principal: { id: 'ada' } });
    expect(await mixed.verify(bearer(`${key}0`))).toMatchObject({ state: 'rejected' });
    expect(await mixed.verify(authorization('Basic dXNlcjpwYXNz'))).toMatchObject({ state: 'rejected' });
  });

  it('flattens nested combinations', async () => {
    const nested = anyOf(anyOf(jwt({ secret: 'x'.repeat(32) }), apiKey({ keys: { bob: key } })), jwt({ secret }));

    expect(nested.parts).toHaveLength(4);
    expect(nested.scheme).toBe('bearer+api-key');
    expect(nested.challenge).toBe('Bearer, ApiKey header="OTC-API-Key", ApiKey header="OXP-API-Key"');
    expect(await nested.verify(bearer(await signed()))).toMatchObject({ principal: { id: 'ada' } });
  });

  it('returns a single verifier unchanged', () => {
    const only = jwt({ secret });

    expect(anyOf(only)).toBe(only);
  });

  it('runs every verifier, whatever the results of other verifiers', () => {
    const asked: string[] = [];
    const asking = (name: string, verified: Verified): Verifier => ({
      scheme: name,
      verify: () => {
        asked.push(name);
        return verified;
      },
    });
    const found = anyOf(
      asking('a', { state: 'rejected', reason: 'a' }),
      asking('b', { state: 'accepted' }),
      asking('c', { state: 'rejected', reason: 'c' }),
    ).verify(headers());

    expect(found).toStrictEqual({ state: 'rejected', reason: 'a' });
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('rejects if one verifier throws, and leaves no unhandled rejection', async () => {
    const late: Verifier = { scheme: 'late', verify: () => Promise.reject(new Error('late')) };
    const early: Verifier = {
      scheme: 'early',
      verify: () => {
        throw new Error('early');
      },
    };

    expect(await anyOf(saying({ state: 'accepted' }), late, early).verify(headers())).toMatchObject({
      state: 'rejected',
      reason: 'verifier_failed',
    });
  });

  it('throws at startup without verifiers', () => {
    expect(() => anyOf()).toThrow('every request would be denied');
  });

  it('accepts if each present header is accepted by at least one verifier', () => {
    const state = fc.constantFrom<Verified['state']>('absent', 'accepted', 'rejected');
    const one = fc.record({ state, header: fc.constantFrom('a', 'A', 'b', 'c', undefined) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 7 }), (parts) => {
        const found = anyOf(...parts.map((part) => saying({ state: part.state }, part.header))).verify(headers());
        const groups = new Map<unknown, string[]>();
        for (const part of parts) {
          const header = part.header?.toLowerCase() ?? Symbol('its own');
          groups.set(header, [...(groups.get(header) ?? []), part.state]);
        }
        const came = [...groups.values()].filter((states) => states.some((each) => each !== 'absent'));
        const good = came.filter((states) => states.includes('accepted'));
        const expected = came.length === 0 ? 'absent' : good.length === came.length ? 'accepted' : 'rejected';
        expect(found).toMatchObject({ state: expected });
      }),
    );
  });
});
