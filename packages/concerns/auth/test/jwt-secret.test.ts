import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Verified } from '../src/index.ts';
import { type JwtOptions, type JwtSecretOptions, jwt } from '../src/jwt.ts';
import { authorization, bearer, headers } from './headers.ts';
import { base64url, now, secret, signed, signedText } from './tokens.ts';

const verify = async (token: string, options: Partial<JwtSecretOptions> = {}): Promise<Verified> =>
  jwt({ secret, ...options }).verify(bearer(token));

describe('a JWT with the shared secret', () => {
  it('is accepted with HS256 and exp, and identifies its caller (OTC-AUTH-09, OTC-AUTH-10, OTC-AUTH-11)', async () => {
    const exp = now() + 60;

    expect(await verify(await signed({ exp, team: 'engines' }))).toStrictEqual({
      state: 'accepted',
      principal: { id: 'ada', issuer: 'jwt', claims: { sub: 'ada', exp, team: 'engines' } },
    });
  });

  it('is accepted with the scheme in any case (CASE-A)', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(await jwt({ secret }).verify(authorization(`${scheme} ${await signed()}`))).toMatchObject({
        state: 'accepted',
      });
    }
  });

  it('may be missing, which differs from invalid', () => {
    expect(jwt({ secret }).verify(headers())).toStrictEqual({ state: 'absent' });
    expect(jwt({ secret }).verify(headers(['OTC-API-Key', 'x']))).toStrictEqual({ state: 'absent' });
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer  TOKEN',
    'Bearer TOKEN ',
    'Bearer TOKEN, Bearer TOKEN',
    'Basic TOKEN',
    'TOKEN',
  ])('is rejected in the header %o (OTC-AUTH-12, CASE-A)', async (header) => {
    const value = header.replaceAll('TOKEN', await signed());

    expect(jwt({ secret }).verify(authorization(value))).toStrictEqual({ state: 'rejected', reason: 'not_bearer' });
  });

  it('is verified with a secret as bytes or as the same string', async () => {
    expect(await verify(await signed(), { secret: new TextEncoder().encode(secret) })).toMatchObject({
      state: 'accepted',
    });
  });

  it('is rejected with any other secret (OTC-AUTH-10)', async () => {
    for (const other of [`${secret}x`, secret.toUpperCase(), 'x'.repeat(32)]) {
      expect(await verify(await signed({}, {}, new TextEncoder().encode(other)))).toMatchObject({
        state: 'rejected',
        reason: 'bad_signature',
      });
    }
  });

  it('is rejected after a change of any character (OTC-AUTH-10)', async () => {
    const token = await signed();
    const character = fc.constantFrom(...'ABCDwxyz0189-_.=+/ ');
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), character, async (position, put) => {
        fc.pre(token[position] !== put);
        const changed = token.slice(0, position) + put + token.slice(position + 1);
        expect(await verify(changed)).toMatchObject({ state: 'rejected' });
      }),
      { numRuns: 300 },
    );
  });

  it('has a single valid encoding: the last character of its signature must not change, even if base64 ignores it', async () => {
    const token = await signed();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted: string[] = [];
    for (const last of alphabet) {
      const spelled = token.slice(0, -1) + last;
      if ((await verify(spelled)).state === 'accepted') accepted.push(spelled);
    }

    expect(accepted).toEqual([token]);
  });

  it('is rejected without a throw if it is not a token', async () => {
    const part = fc.oneof(fc.string(), fc.base64String(), fc.json().map(base64url), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        expect(await verify(parts.join('.'))).toMatchObject({ state: 'rejected' });
      }),
    );
  });
});

describe('a token of another kind is rejected:', () => {
  const header = (value: object): string => base64url(JSON.stringify(value));
  const claims = base64url(JSON.stringify({ sub: 'ada', exp: 9_999_999_999 }));

  it.each(['none', 'None', 'NONE', 'nOnE', ''])('alg %o without a signature (OTC-AUTH-09)', async (alg) => {
    expect(await verify(`${header({ alg })}.${claims}.`)).toMatchObject({ reason: 'malformed' });
    expect(await verify(`${header({ alg })}.${claims}.AAAA`)).toMatchObject({ reason: 'algorithm_not_allowed' });
  });

  it.each([{}, { alg: null }, { alg: 5 }, { alg: ['HS256'] }, { alg: 'hs256' }, { alg: 'HS256 ' }, { alg: 'HS1' }])(
    'the header %o, even with a valid signature (OTC-AUTH-09)',
    async (value) => {
      const signing = `${header(value)}.${claims}`;
      const signature = createHmac('sha256', secret).update(signing).digest('base64url');

      expect(await verify(`${signing}.${signature}`)).toMatchObject({ reason: 'algorithm_not_allowed' });
    },
  );

  it.each(['HS384', 'HS512'])('%s with the right secret (OTC-AUTH-09)', async (alg) => {
    const key = new TextEncoder().encode(secret.repeat(2));
    const options = { secret: secret.repeat(2) };

    expect(await verify(await signed({}, { alg }, key), options)).toMatchObject({ reason: 'algorithm_not_allowed' });
    expect(await verify(await signed({}, {}, key), options)).toMatchObject({ state: 'accepted' });
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('%s, whose key any attacker could use (OTC-AUTH-09)', async (alg) => {
    const { privateKey } = await generateKeyPair(alg);

    expect(await verify(await signed({}, { alg }, privateKey))).toMatchObject({ reason: 'algorithm_not_allowed' });
  });

  it('a token with an embedded key', async () => {
    const k = base64url('x'.repeat(32));
    const own = {
      jwk: { kty: 'oct', k },
      jku: 'https://example.com/keys',
      x5u: 'https://example.com/x',
      kid: '../../x',
    };

    expect(await verify(await signed({}, own, new TextEncoder().encode('x'.repeat(32))))).toMatchObject({
      reason: 'bad_signature',
    });
  });

  it('crit with any value', async () => {
    const key = new TextEncoder().encode(secret);
    const declared: readonly Record<string, unknown>[] = [
      { crit: ['b64'], b64: true },
      { crit: ['x'], x: 1 },
      { crit: [] },
      { crit: 'exp' },
      { crit: null },
    ];
    for (const critical of declared) {
      const signing = `${header({ alg: 'HS256', ...critical })}.${claims}`;
      const signature = createHmac('sha256', key).update(signing).digest('base64url');
      expect(await verify(`${signing}.${signature}`)).toMatchObject({ state: 'rejected', reason: 'critical_header' });
    }
    const unencoded = await new SignJWT({ exp: now() + 60 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key)
      .then((token) => token.replace(/^[^.]+/, header({ alg: 'HS256', b64: false, crit: ['b64'] })));
    expect(await verify(unencoded)).toMatchObject({ reason: 'critical_header' });
  });

  it.each<[string, (token: string) => string]>([
    ['one segment', (token) => token.replaceAll('.', '')],
    ['two segments', (token) => token.slice(0, token.lastIndexOf('.'))],
    ['four segments', (token) => `${token}.AAAA`],
    ['five segments', (token) => `${token}.AAAA.AAAA`],
    ['an empty payload', (token) => token.replace(/\.[^.]+\./, '..')],
    ['padding after the signature', (token) => `${token}=`],
    ['padding after the header', (token) => token.replace('.', '=.')],
    ['the alphabet of plain base64', (token) => `${token.slice(0, -2)}+/`],
    ['a line break within', (token) => `${token.slice(0, 20)}\n${token.slice(20)}`],
    ['a dot at its end', (token) => `${token}.`],
    ['quotes around it', (token) => `"${token}"`],
  ])('%s (CASE-A)', async (_what, change) => {
    const token = change(await signed());
    const reason = /[^\x21-\x7e]/.test(token) ? 'not_bearer' : 'malformed';

    expect(await verify(token)).toStrictEqual({
      state: 'rejected',
      reason,
      ...(reason === 'malformed' && { token: 'refused' }),
    });
  });

  it.each(['[]', 'null', '5', '"text"', '{', ''])('the header %s', async (text) => {
    expect(await verify(`${base64url(text) || 'A'}.${claims}.AAAA`)).toMatchObject({ state: 'rejected' });
  });

  it.each<[string, string | Uint8Array]>([
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"text"'],
    ['half an object', '{"exp":9999999999'],
    ['an object behind a byte order mark', '\ufeff{"sub":"ada","exp":9999999999}'],
    ['bytes that are no UTF-8', Buffer.from(`{"sub":"\xff","exp":9999999999}`, 'latin1')],
  ])('%s as claims', async (_what, payload) => {
    expect(await verify(await signedText(payload))).toMatchObject({ state: 'rejected', reason: 'malformed' });
  });

  it('more than 8192 characters, before parsing (CASE-A)', async () => {
    const long = await signed({ filler: 'x'.repeat(75_000) });

    expect(long.length).toBeGreaterThan(100_000);
    expect(await verify(long)).toMatchObject({ reason: 'too_long' });
    expect(await verify('x'.repeat(100_000))).toMatchObject({ reason: 'too_long' });
    expect(await verify(await signed({ filler: 'x'.repeat(5900) }))).toMatchObject({ state: 'accepted' });
  });
});

describe('the secret', () => {
  it.each<[string, unknown, string]>([
    ['is missing', {}, 'needs a secret, jwks or an issuer'],
    ['is not set', { secret: undefined }, 'needs a secret, jwks or an issuer'],
    ['is empty', { secret: '', allowShortSecret: true }, 'The JWT secret is empty'],
    [
      'is too short (E45)',
      { secret: secret.slice(1) },
      'The JWT secret has 31 bytes, but HS256 needs at least 32. Create one with `openssl rand -hex 32`.',
    ],
    [
      'is short and the environment does not allow it',
      { secret: 'short', allowShortSecret: 'false' },
      'The JWT secret has 5 bytes',
    ],
    ['is short in bytes', { secret: new Uint8Array(31) }, 'has 31 bytes'],
    ['is passed beside public keys', { secret, jwks: { keys: [] } }, 'got a secret and jwks'],
  ])('is rejected at startup when it %s', (_what, options, message) => {
    const make = (): unknown => jwt(options as JwtOptions);

    expect(make).toThrow(message);
    expect(make).not.toThrow(secret.slice(1));
  });

  it('is measured in bytes of UTF-8', async () => {
    const short = 'ü'.repeat(16);

    expect(await verify(await signed({}, {}, new TextEncoder().encode(short)), { secret: short })).toMatchObject({
      state: 'accepted',
    });
  });

  it('may be short if explicitly allowed', async () => {
    const dev = new TextEncoder().encode('dev');

    expect(await verify(await signed({}, {}, dev), { secret: 'dev', allowShortSecret: true })).toMatchObject({
      state: 'accepted',
    });
  });

  it('is never a public key, with which any attacker could sign', async () => {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    const pem = await exportSPKI(publicKey);
    const pkcs1 = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
      type: 'pkcs1',
      format: 'pem',
    });

    for (const text of [pem, `\n${pkcs1.toString()}`]) {
      for (const key of [text, Buffer.from(text), new TextEncoder().encode(text)]) {
        expect(() => jwt({ secret: key })).toThrow('must be a shared secret, got a PEM or DER key');
      }
    }
  });

  it.each<[string, () => KeyObject, { type: 'spki' | 'pkcs1' }]>([
    ['an RSA key', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, { type: 'spki' }],
    ['an RSA key in PKCS #1', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, { type: 'pkcs1' }],
    ['an EC key', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey, { type: 'spki' }],
    ['an Ed25519 key', () => generateKeyPairSync('ed25519').publicKey, { type: 'spki' }],
  ])('is never %s in DER', (_name, generate, { type }) => {
    const key = generate().export({ type, format: 'der' });
    expect(() => jwt({ secret: key })).toThrow('must be a shared secret, got a PEM or DER key');
  });

  it('may begin like a key in DER', () => {
    for (const start of [[0x30], [0x30, 30], [0x30, 29, 0x30], [0x30, 0x81, 29]]) {
      const bytes = Uint8Array.from([...start, ...Array.from({ length: 32 - start.length }, () => 0x55)]);
      expect(() => jwt({ secret: bytes })).not.toThrow();
    }
  });

  it('does not change when the bytes passed in change', async () => {
    const bytes = new TextEncoder().encode(secret);
    const verifier = jwt({ secret: bytes });
    bytes.fill(0);

    expect(await verifier.verify(bearer(await signed()))).toMatchObject({ state: 'accepted' });
  });
});
