import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Verified } from '../src/index.ts';
import { type JwtKeySetOptions, jwt } from '../src/jwt.ts';
import { bearer } from './headers.ts';
import { base64url, now, secret, signed } from './tokens.ts';

interface Pair {
  readonly alg: string;
  readonly sign: (claims?: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

async function pairOf(alg: string): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    alg,
    sign: (claims, header) => signed(claims, { alg, ...header }, privateKey),
    publicKey,
    publicJwk: await exportJWK(publicKey),
    privateJwk: await exportJWK(privateKey),
  };
}

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;
const pairs = new Map(await Promise.all(algorithms.map(async (alg) => [alg, await pairOf(alg)] as const)));
const pair = (alg: (typeof algorithms)[number]): Pair => pairs.get(alg) as Pair;
const verify = async (
  token: string,
  keys: readonly JWK[],
  options: Partial<JwtKeySetOptions> = {},
): Promise<Verified> => jwt({ jwks: { keys: keys.map((key) => ({ ...key })) }, ...options }).verify(bearer(token));

describe('a JWT under a public key', () => {
  it.each(algorithms)('is accepted with %s', async (alg) => {
    const { sign, publicJwk } = pair(alg);

    expect(await verify(await sign(), [publicJwk])).toMatchObject({ state: 'accepted', principal: { id: 'ada' } });
    expect(await verify(await sign({ exp: now() }), [publicJwk])).toMatchObject({ reason: 'expired' });
  });

  it('has a single valid encoding with ES256 too', async () => {
    const { sign, publicJwk } = pair('ES256');
    const token = await sign();
    const accepted: string[] = [];
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const spelled = token.slice(0, -1) + last;
      if ((await verify(spelled, [publicJwk])).state === 'accepted') accepted.push(spelled);
    }

    expect(accepted).toEqual([token]);
  });

  it('is rejected with an unsupported algorithm', async () => {
    const { sign, publicJwk } = pair('RS256');

    expect(await verify(await sign(), [publicJwk], { algorithms: ['ES256'] })).toMatchObject({
      reason: 'algorithm_not_allowed',
    });
    expect(await verify(await sign(), [publicJwk], { algorithms: ['ES256', 'RS256'] })).toMatchObject({
      state: 'accepted',
    });
  });

  it('is rejected with a secret, for example a public key used as a secret', async () => {
    const { publicKey, publicJwk } = pair('RS256');
    const header = base64url(JSON.stringify({ alg: 'HS256' }));
    const signing = `${header}.${base64url(JSON.stringify({ sub: 'ada', exp: now() + 60 }))}`;
    for (const key of [await exportSPKI(publicKey), JSON.stringify(publicJwk), publicJwk.n ?? '', secret]) {
      const signature = createHmac('sha256', key).update(signing).digest('base64url');
      expect(await verify(`${signing}.${signature}`, [publicJwk])).toMatchObject({ reason: 'algorithm_not_allowed' });
    }
  });

  it('is rejected under another key', async () => {
    const { sign } = pair('RS256');
    const stranger = await pairOf('RS256');

    expect(await verify(await sign(), [stranger.publicJwk])).toMatchObject({ reason: 'bad_signature' });
    expect(await verify(await sign(), [pair('ES256').publicJwk])).toMatchObject({ reason: 'unknown_key' });
  });

  it('is rejected when its signature uses another algorithm of the same key', async () => {
    const { sign, publicJwk } = pair('RS256');
    const [, claims, signature] = (await sign()).split('.');
    const token = [base64url(JSON.stringify({ alg: 'PS256' })), claims, signature].join('.');

    expect(await verify(token, [publicJwk])).toMatchObject({ reason: 'bad_signature' });
  });

  it('is rejected with an embedded key in its header', async () => {
    const stranger = await pairOf('ES256');
    const token = await stranger.sign({}, { jwk: stranger.publicJwk });

    expect(await verify(token, [pair('ES256').publicJwk])).toMatchObject({ reason: 'bad_signature' });
  });

  it('is verified only with the key that it names', async () => {
    const [old, fresh] = [pair('ES256'), await pairOf('ES256')];
    const keys = [
      { ...old.publicJwk, kid: 'old' },
      { ...fresh.publicJwk, kid: 'new' },
    ];

    expect(await verify(await old.sign({}, { kid: 'old' }), keys)).toMatchObject({ state: 'accepted' });
    expect(await verify(await fresh.sign({}, { kid: 'new' }), keys)).toMatchObject({ state: 'accepted' });
    expect(await verify(await old.sign({}, { kid: 'new' }), keys)).toMatchObject({ reason: 'bad_signature' });
    expect(await verify(await old.sign({}, { kid: 'other' }), keys)).toMatchObject({ reason: 'unknown_key' });
    expect(await verify(await old.sign({}, { kid: '__proto__' }), keys)).toMatchObject({ reason: 'unknown_key' });
  });

  it('is verified with every matching key if it names no key', async () => {
    const [old, fresh, stranger] = [pair('ES256'), await pairOf('ES256'), await pairOf('ES256')];
    const keys = [old.publicJwk, fresh.publicJwk];

    expect(await verify(await fresh.sign(), keys)).toMatchObject({ state: 'accepted' });
    expect(await verify(await old.sign(), keys)).toMatchObject({ state: 'accepted' });
    expect(await verify(await stranger.sign(), keys)).toMatchObject({ reason: 'bad_signature' });
  });

  it('is rejected under a key for another use', async () => {
    const { sign, publicJwk } = pair('RS256');

    expect(await verify(await sign(), [{ ...publicJwk, use: 'enc' }])).toMatchObject({ reason: 'unknown_key' });
    expect(await verify(await sign(), [{ ...publicJwk, alg: 'PS256' }])).toMatchObject({ reason: 'unknown_key' });
  });

  it('is rejected under a weak or broken key, and the problem is logged', async () => {
    const weak = await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: Uint8Array.from([1, 0, 1]), hash: 'SHA-256' },
      true,
      ['sign', 'verify'],
    );
    const signing = `${base64url('{"alg":"RS256"}')}.${base64url(`{"sub":"ada","exp":${now() + 60}}`)}`;
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', weak.privateKey, Buffer.from(signing));
    const token = `${signing}.${Buffer.from(signature).toString('base64url')}`;
    const found = await verify(token, [await exportJWK(weak.publicKey)]);

    expect(found).toMatchObject({ state: 'rejected', reason: 'unknown_key' });
    expect(String((found as { cause?: unknown }).cause)).toContain('2048');
    const broken = await verify(await pair('RS256').sign(), [{ kty: 'RSA', n: '?', e: '?' }]);
    expect(broken).toMatchObject({ state: 'rejected', reason: 'unknown_key' });
    expect(broken).toHaveProperty('cause.message');
  });

  it('must name its subject, because all callers of an issuer would otherwise share one principal', async () => {
    const { sign, publicJwk } = pair('ES256');

    expect(await verify(await sign({ sub: undefined }), [publicJwk])).toMatchObject({ reason: 'no_principal' });
  });
});

describe('invalid public keys are rejected at startup:', () => {
  const { publicJwk, privateJwk } = pair('ES256');

  it.each<[string, object, string]>([
    ['without keys', { jwks: { keys: [] } }, 'jwks must be a URL, or an object'],
    ['when they are in no list', { jwks: publicJwk }, 'jwks must be a URL, or an object'],
    ['when one is private', { jwks: { keys: [publicJwk, privateJwk] } }, 'jwks.keys[1] is a private key'],
    ['when one is a secret', { jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }, 'jwks.keys[0] is a shared secret'],
    ['with HS256', { jwks: { keys: [publicJwk] }, algorithms: ['HS256'] }, 'HS256 needs a secret'],
    [
      'with none',
      { jwks: { keys: [publicJwk] }, algorithms: ['none'] },
      'algorithms must contain at least one of RS256',
    ],
    ['with algorithms in no list', { jwks: { keys: [publicJwk] }, algorithms: 'ES256' }, 'algorithms must be a list'],
    [
      'with no algorithm',
      { jwks: { keys: [publicJwk] }, algorithms: [] },
      'algorithms must contain at least one of RS256',
    ],
    ['from an address without encryption', { jwks: 'http://login.example.com/keys' }, 'https URL'],
    ['from a name that may be on another machine', { jwks: 'http://keys.localhost/keys' }, 'https URL'],
    ['from a file', { jwks: 'file:///etc/keys.json' }, 'https URL'],
    ['from an address with a password', { jwks: 'https://me:password@a.example/keys' }, 'without password'],
    ['from what is no address', { jwks: 'login.example.com' }, 'https URL'],
    [
      'as an object with an age',
      { jwks: { keys: [publicJwk] }, maxAgeWhileDownSeconds: 600 },
      'got the keys themselves and maxAgeWhileDownSeconds',
    ],
  ])('%s', (_what, options, message) => {
    expect(() => jwt(options as JwtKeySetOptions)).toThrow(message);
  });

  it('valid keys are loaded over https, or from this machine', () => {
    for (const jwks of ['https://example.com/keys', 'http://localhost:3000/keys', new URL('http://[::1]/keys')]) {
      expect(() => jwt({ jwks })).not.toThrow();
    }
  });
});
