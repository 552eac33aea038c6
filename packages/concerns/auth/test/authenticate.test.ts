import type { HttpRequest } from '@toolwire/core/wire';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { anyOf, apiKey, authenticate, type Credentials, type Verifier } from '../src/index.ts';
import { jwt } from '../src/jwt.ts';
import { authorization, bearer, headers } from './headers.ts';
import { now, secret, signed } from './tokens.ts';

const key = '0123456789abcdef0123456789abcdef';
const nothing = headers();

describe('authenticate', () => {
  it('accepts requests of any shape', () => {
    expectTypeOf<HttpRequest>().toExtend<Credentials>();
  });

  it('returns the principal of a key synchronously (OTC-AUTH-04)', () => {
    expect(authenticate(apiKey({ keys: { ada: key } }), headers(['OTC-API-Key', key]))).toStrictEqual({
      ok: true,
      principal: { id: 'ada' },
    });
  });

  it('resolves to the principal of a token (OTC-AUTH-10)', async () => {
    expect(await authenticate(jwt({ secret }), bearer(await signed()))).toMatchObject({
      ok: true,
      principal: { id: 'ada', claims: { sub: 'ada' } },
    });
  });

  it('awaits thenables, and rejects if they throw', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- on purpose
    const answering = (then: unknown): Verifier => ({ scheme: 'mine', verify: () => ({ then }) as never });
    const take = (taken: (found: object) => void): void =>
      void setTimeout(taken, 1, { state: 'accepted', principal: { id: 'ada' } });
    const broken = (): never => {
      throw new Error('no query');
    };
    expect(await authenticate(answering(take), nothing)).toStrictEqual({ ok: true, principal: { id: 'ada' } });
    expect(await authenticate(answering(broken), nothing)).toMatchObject({ ok: false, reason: 'verifier_failed' });
  });

  it('returns the same challenge for all rejected callers (OTC-AUTH-06, OTC-AUTH-12)', async () => {
    const verifier = anyOf(apiKey({ keys: { ada: key } }), jwt({ secret }));
    const refused = await Promise.all(
      [
        nothing,
        headers(['OTC-API-Key', 'wrong']),
        headers(['OTC-API-Key', key], ['OTC-API-Key', key]),
        bearer('garbage'),
        bearer(await signed({ exp: now() - 1 })),
        bearer(await signed({ aud: 'elsewhere' })),
        bearer(await signed({}, { alg: 'HS512' })),
        authorization('Basic dXNlcjpwYXNz'),
      ].map(async (request) => authenticate(verifier, request)),
    );
    const answers = refused.map((one) => (one.ok ? one : { ok: one.ok, challenge: one.challenge }));

    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([
        JSON.stringify({
          ok: false,
          challenge: 'ApiKey header="OTC-API-Key", ApiKey header="OXP-API-Key", Bearer',
        }),
      ]),
    );
    expect(refused.map((one) => (one.ok ? '' : one.reason))).toEqual([
      'no_credentials',
      'unknown_api_key',
      'unknown_api_key',
      'malformed',
      'expired',
      'wrong_audience',
      'algorithm_not_allowed',
      'not_bearer',
    ]);
  });

  it('accepts a custom verifier, and challenges with Bearer by default (E22)', async () => {
    const own: Verifier = {
      scheme: 'session',
      verify: async (credentials) =>
        credentials.header('cookie') === 'session=1'
          ? { state: 'accepted', principal: { id: 'ada' } }
          : { state: 'rejected' },
    };

    expect(await authenticate(own, headers(['Cookie', 'session=1']))).toMatchObject({ principal: { id: 'ada' } });
    expect(await authenticate(own, nothing)).toStrictEqual({
      ok: false,
      challenge: 'Bearer',
      reason: 'rejected',
      cause: undefined,
    });
  });

  it.each<[string, Verifier['verify']]>([
    [
      'throws',
      () => {
        throw new Error('The database is gone.');
      },
    ],
    ['rejects its promise', () => Promise.reject(new Error('The database is gone.'))],
    ['answers nothing', () => undefined as never],
    ['answers true', () => true as never],
    ['promises true', () => Promise.resolve(true as never)],
    ['answers an unknown state', () => ({ state: 'ok' }) as never],
  ])('refuses callers when a verifier %s, and logs the error', async (_what, verify) => {
    const answer = await authenticate({ scheme: 'broken', verify }, nothing);

    expect(answer).toMatchObject({ ok: false, challenge: 'Bearer', reason: 'verifier_failed' });
    expect((answer as { cause?: unknown }).cause).toBeInstanceOf(Error);
  });
});
