import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJwtRules } from '../src/jwt/jwt-rules.ts';
import { type JwtOptions, jwt } from '../src/jwt.ts';
import { checkClaims } from '../src/token/verify-claims.ts';
import { bearer } from './headers.ts';
import { now, secret, signed, signedText } from './tokens.ts';

const present = 1_800_000_000;
const check = (claims: Record<string, unknown>, options: Partial<JwtOptions> = {}): string =>
  checkClaims(claims, readJwtRules({ secret, ...options } as JwtOptions), present) ?? 'good';
const lasting = { exp: present + 60 };

describe('exp', () => {
  it('is required (OTC-AUTH-11)', () => {
    expect(check({})).toBe('bad_claims');
    expect(check(lasting)).toBe('good');
  });

  it.each([null, '1e12', String(present + 60), true, [present + 60], {}, Number.NaN, Number.POSITIVE_INFINITY])(
    'must be a number and not %o (OTC-AUTH-11, CASE-A)',
    (exp) => {
      expect(check({ exp })).toBe('bad_claims');
    },
  );

  it('is not unlimited if it is larger than any number', async () => {
    expect(await jwt({ secret }).verify(bearer(await signedText('{"sub":"ada","exp":1e400}')))).toMatchObject({
      reason: 'bad_claims',
    });
  });

  it('ends the token on time, without tolerance by default (OTC-AUTH-12)', () => {
    expect(check({ exp: present + 1 })).toBe('good');
    expect(check({ exp: present + 0.5 })).toBe('good');
    for (const exp of [present, present - 1, 0, -1, -1e300]) expect(check({ exp })).toBe('expired');
    expect(check({ exp: present - 4 }, { clockToleranceSeconds: 5 })).toBe('good');
    expect(check({ exp: present - 5 }, { clockToleranceSeconds: 5 })).toBe('expired');
  });

  it('is optional if configured, and still applies if present', () => {
    const lax = { allowNoExpiry: true };
    expect(check({}, lax)).toBe('good');
    expect(check({ exp: present }, lax)).toBe('expired');
    for (const exp of [null, 'never', Number.POSITIVE_INFINITY]) expect(check({ exp }, lax)).toBe('bad_claims');
    for (const claim of ['nbf', 'iat']) {
      expect(check({ [claim]: present + 6 }, lax)).toBe('not_yet_valid');
      expect(check({ [claim]: 'soon' }, lax)).toBe('bad_claims');
    }
    expect(check({}, { ...lax, maxLifetimeSeconds: 900 })).toBe('lives_too_long');
  });

  it('is compared with the real clock', async () => {
    expect(await jwt({ secret }).verify(bearer(await signed({ exp: now() })))).toMatchObject({ reason: 'expired' });
    expect(await jwt({ secret }).verify(bearer(await signed({ exp: now() + 10 })))).toMatchObject({
      state: 'accepted',
    });
  });

  it('rejects the expired token of the spec', async () => {
    const token =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJvdGNzZXJ2ZXIiLCJleHAiOjE3NDE3MjQyMTl9.FPIFSSUmngbyePKghI54zUJ-dUxCrh4ZnP9TId5zk34';

    expect(await jwt({ secret }).verify(bearer(token))).toMatchObject({ state: 'rejected' });
    expect(check({ aud: 'otcserver', exp: 1_741_724_219 }, { audiences: ['otcserver'] })).toBe('expired');
  });
});

describe('nbf and iat', () => {
  it.each(['nbf', 'iat'])('%s may be in the past, and in the future within the clock tolerance', (claim) => {
    expect(check({ ...lasting, [claim]: present - 1000 })).toBe('good');
    expect(check({ ...lasting, [claim]: present + 5 })).toBe('good');
    expect(check({ ...lasting, [claim]: present + 6 })).toBe('not_yet_valid');
    expect(check({ ...lasting, [claim]: present + 1 }, { clockToleranceSeconds: 0 })).toBe('not_yet_valid');
    expect(check({ ...lasting, [claim]: present + 30 }, { clockToleranceSeconds: 30 })).toBe('good');
  });

  it.each([null, 'soon', String(present), true, [], Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'must be numbers and not %o',
    (value) => {
      expect(check({ ...lasting, nbf: value })).toBe('bad_claims');
      expect(check({ ...lasting, iat: value })).toBe('bad_claims');
    },
  );
});

describe('the maximum lifetime', () => {
  it('is unlimited by default (OTC-AUTH-11)', () => {
    expect(check({ exp: present + 1e9 })).toBe('good');
  });

  it('counts from iat to exp (OTC-AUTH-14)', () => {
    const options = { maxLifetimeSeconds: 900 };

    expect(check({ iat: present, exp: present + 900 }, options)).toBe('good');
    expect(check({ iat: present, exp: present + 901 }, options)).toBe('lives_too_long');
    expect(check({ iat: present - 860, exp: present + 60 }, options)).toBe('lives_too_long');
    expect(check({ iat: -1e300, exp: present + 60 }, options)).toBe('lives_too_long');
  });

  it('counts from now without iat, within the clock tolerance (OTC-AUTH-14)', () => {
    expect(check({ exp: present + 900 }, { maxLifetimeSeconds: 900 })).toBe('good');
    expect(check({ exp: present + 905 }, { maxLifetimeSeconds: 900 })).toBe('good');
    expect(check({ exp: present + 906 }, { maxLifetimeSeconds: 900 })).toBe('lives_too_long');
  });
});

describe('aud', () => {
  const audiences = ['tools', 'https://tools.example.com'];

  it('is optional with a shared secret (OTC-AUTH-13)', () => {
    expect(check(lasting)).toBe('good');
    expect(check(lasting, { audiences })).toBe('good');
  });

  it('contains an allowed audience, as the only audience or in a list (OTC-AUTH-13)', () => {
    for (const aud of ['tools', ['tools'], ['elsewhere', 'https://tools.example.com'], ['tools', 'tools']]) {
      expect(check({ ...lasting, aud }, { audiences })).toBe('good');
    }
  });

  it.each(['elsewhere', 'tool', 'Tools', 'tools ', 'tools,elsewhere', ['elsewhere'], ['tool', 's'], '', '__proto__'])(
    'must not be %o (OTC-AUTH-13)',
    (aud) => {
      expect(check({ ...lasting, aud }, { audiences })).toBe('wrong_audience');
    },
  );

  it.each([null, 5, true, {}, [], [5], ['tools', 5], [['tools']], [null]])(
    'must be a string or a list of strings and not %o (CASE-A)',
    (aud) => {
      expect(check({ ...lasting, aud }, { audiences })).toBe('bad_claims');
    },
  );

  it('is never accepted without configured audiences (OTC-AUTH-13, MCP-AUTH-03)', () => {
    for (const options of [{}, { audiences: [] }]) {
      for (const aud of ['tools', ['tools'], '']) expect(check({ ...lasting, aud }, options)).toBe('wrong_audience');
    }
  });

  it('is required with public keys and configured audiences, because an issuer serves other audiences too', () => {
    const jwks = { keys: [] };

    expect(check(lasting, { secret: undefined, jwks, audiences })).toBe('wrong_audience');
    expect(check({ ...lasting, aud: 'tools' }, { secret: undefined, jwks, audiences })).toBe('good');
    expect(check(lasting, { secret: undefined, jwks })).toBe('good');
  });
});

describe('iss', () => {
  it('may be any issuer, or must be the configured issuer', () => {
    expect(check({ ...lasting, iss: 'a' })).toBe('good');
    expect(check({ ...lasting, iss: 'a' }, { issuer: 'a' })).toBe('good');
    expect(check({ ...lasting, iss: 'b' }, { issuer: ['a', 'b'] })).toBe('good');
    for (const iss of [undefined, null, 'A', 'ab', '', ['a'], 5]) {
      expect(check({ ...lasting, iss }, { issuer: 'a' })).toBe('wrong_issuer');
    }
  });
});

describe('the principal', () => {
  const verify = async (claims: Record<string, unknown>, options: object = {}): Promise<object> =>
    jwt({ secret, ...options }).verify(bearer(await signed(claims)));

  it('is the subject', async () => {
    expect(await verify({ sub: 'ada' })).toMatchObject({ principal: { id: 'ada' } });
    for (const sub of ['', 5, null, ['ada'], {}]) {
      expect(await verify({ sub })).toMatchObject({ state: 'rejected', reason: 'no_principal' });
    }
  });

  it('is the bearer of the shared secret for a token without a subject, as in the spec', async () => {
    expect(await verify({ sub: undefined })).toMatchObject({ principal: { id: 'bearer' } });
  });

  it('is the principal that the application returns', async () => {
    const principalId = ({ tenant, sub }: Readonly<Record<string, unknown>>): string | undefined =>
      typeof tenant === 'string' ? `${tenant}/${String(sub)}` : undefined;

    expect(await verify({ tenant: 'acme' }, { principalId })).toMatchObject({ principal: { id: 'acme/ada' } });
    expect(await verify({}, { principalId })).toMatchObject({ state: 'rejected', reason: 'no_principal' });
  });

  it('is never read from the prototype of the claims', async () => {
    const token = await signedText(`{"__proto__":{"sub":"admin","exp":9999999999},"exp":${now() + 60}}`);
    const found = await jwt({ secret }).verify(bearer(token));

    expect(found).toMatchObject({ state: 'accepted', principal: { id: 'bearer' } });
  });
});

describe('invalid rules are rejected at startup:', () => {
  it.each<[string, object, string]>([
    ['audiences that are a text', { audiences: 'tools' }, 'audiences must be a list'],
    ['an audience that is empty', { audiences: [''] }, 'audiences must be a list'],
    ['an audience that is not set', { audiences: [undefined] }, 'audiences must be a list'],
    ['an issuer that is empty', { issuer: '' }, 'issuer must be a list'],
    ['a list of no issuers', { issuer: [] }, 'issuer must not be an empty list'],
    ['a tolerance below zero', { clockToleranceSeconds: -1 }, 'clockToleranceSeconds must be'],
    ['a tolerance without end', { clockToleranceSeconds: Number.POSITIVE_INFINITY }, 'clockToleranceSeconds must be'],
    ['a tolerance that is a text', { clockToleranceSeconds: '5' }, 'clockToleranceSeconds must be'],
    ['a lifetime of nothing', { maxLifetimeSeconds: 0 }, 'maxLifetimeSeconds must be'],
  ])('%s', (_what, options, message) => {
    expect(() => jwt({ secret, ...options })).toThrow(message);
  });
});

it('claims of any shape are rejected without a finite future exp, or with an audience that is not allowed', () => {
  const time = fc.oneof(fc.integer({ min: present - 10, max: present + 10 }), fc.double(), fc.anything());
  const aud = fc.oneof(fc.constantFrom('tools', 'elsewhere'), fc.array(fc.constantFrom('tools', 'x')), fc.anything());
  const claims = fc.record({ exp: time, nbf: time, iat: time, aud }, { requiredKeys: [] });
  fc.assert(
    fc.property(claims, (some) => {
      if (check(some, { audiences: ['tools'] }) !== 'good') return;
      expect(some.exp).toSatisfy((exp) => Number.isFinite(exp) && (exp as number) > present);
      for (const start of [some.nbf, some.iat]) {
        expect(start).toSatisfy((at) => at === undefined || (Number.isFinite(at) && (at as number) <= present + 5));
      }
      expect([some.aud].flat()).toSatisfy((list: unknown[]) => list.includes('tools') || some.aud === undefined);
    }),
    { numRuns: 2000 },
  );
});
