import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { audience, base64url, issuer, issueToken, keys, type Signing, type SigningKey, stranger } from './issuer.ts';

/** A member of JSON as text, since there is more of it than values that JavaScript would write. */
type Member = readonly [name: string, text: string];

const json = (...values: readonly unknown[]): readonly string[] => values.map((value) => JSON.stringify(value));
const junk = json(null, true, 0, -1, '', 'x', [], {}, [1], ['x']);

const signings: readonly (readonly [Signing, readonly SigningKey[]])[] = [
  ['RS256', [keys.rsa, keys.rsa, keys.nextRsa, keys.forEncryption, keys.forPss, stranger.rsa]],
  ['ES256', [keys.ec, keys.ec, keys.ec, stranger.ec]],
  ['EdDSA', [keys.ed]],
  ['PS256', [keys.rsa, keys.forPss]],
  ['RS512', [keys.rsa]],
  ['ES256 in DER', [keys.ec]],
];

const signed = fc
  .oneof({ weight: 5, arbitrary: fc.constantFrom(...signings.slice(0, 3)) }, fc.constantFrom(...signings))
  .chain(([signing, fitting]) => fc.record({ signing: fc.constant(signing), key: fc.constantFrom(...fitting) }));

/** A few members of a kind, which come after the good ones, and so take their place. */
function changes(texts: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<readonly Member[]> {
  const member = fc
    .constantFrom(...Object.entries(texts))
    .chain(([name, some]) => fc.constantFrom(...some).map((text): Member => [name, text]));
  return fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(member, { maxLength: 2 }));
}

const headerStart = fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom('\ufeff', ' ', '\n'));

const headerChanges = changes({
  alg: [...json('none', 'HS256', 'RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'rs256'), ...junk],
  kid: [...json('rsa-1', 'rsa-2', 'ec-1', 'ed-1', 'enc-1', 'ps-1', 'rsa-3', '__proto__'), ...junk],
  typ: [...json('JWT', 'at+jwt', 'dpop+jwt'), ...junk],
  crit: [...json(['exp'], ['b64'], ['x', 'x']), ...junk],
  b64: json(true, false),
  cty: json('JWT'),
  jwk: json(stranger.rsa.jwk),
  jku: json('https://evil.example/keys.json'),
  ['__proto__']: json({ alg: 'none', kid: 'ec-1' }),
});

/** Claims that matter, near to what they may be. */
function claimChanges(now: number): fc.Arbitrary<readonly Member[]> {
  const near = [-600, -6, -5, -4.5, -1, 0, 0.5, 1, 4.5, 5, 5.5, 6, 600].map((seconds) => String(now + seconds));
  const times = [...near, '1e400', '-1e400', '1e300', '-1e300', `"${now + 60}"`, `${now * 1000}`, ...junk];
  return changes({
    exp: times,
    nbf: times,
    iat: times,
    aud: [...json(audience, [audience], ['x', audience], [audience, 1], [[audience]], `${audience}/`), ...junk],
    iss: [...json(issuer, [issuer], `${issuer}/`), ...junk],
    sub: [...json('eve', ' ', '\u0000', 'ä'), ...junk],
    ['__proto__']: json({ exp: now + 60, aud: audience, sub: 'eve' }),
  });
}

/** The changes to a string on its way. */
const damage = fc.oneof(
  { weight: 3, arbitrary: fc.constant((text: string) => text) },
  fc
    .record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      by: fc.constantFrom('', 'A', 'B', 'Q', '_', '-', '=', '.', '+', '/', ' ', '\n', 'AA', 'AAAA', '..'),
      instead: fc.integer({ min: 0, max: 4 }),
    })
    .map(({ at, by, instead }) => (text: string) => {
      // Mostly at the end, where the signature is and the spare bits are.
      const place = Math.round(text.length * Math.sqrt(at));
      return text.slice(0, place) + by + text.slice(place + instead);
    }),
);

const forms = fc.oneof(
  { weight: 12, arbitrary: fc.constant((text: string): string | Uint8Array => text) },
  fc.constantFrom(
    (text: string): string | Uint8Array => `\ufeff${text}`,
    (text: string) => ` ${text}\n`,
    (text: string) => `[${text}]`,
    (text: string) => Buffer.from(text.replace('CANARY', '\xff'), 'latin1'),
    () => 'null',
    () => '',
  ),
);

/** How the signature comes about: as it should, mostly. */
const signatures = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  fc.constantFrom(
    () => '',
    () => base64url(Buffer.alloc(64)),
    (text: string) =>
      createHmac('sha256', keys.rsa.publicKey.export({ type: 'spki', format: 'pem' }))
        .update(text)
        .digest('base64url'),
  ),
);

/** Tokens of all kinds, of which some are good. */
export function arbitraryTokens(now: number): fc.Arbitrary<string> {
  const good = json({ iss: issuer, aud: audience, sub: 'CANARY', iat: now, exp: now + 600 })[0] as string;
  return fc
    .record({
      signed,
      headerStart,
      headerChanges,
      claimChanges: claimChanges(now),
      form: forms,
      signature: signatures,
      damage,
    })
    .map((some) => {
      const { signing, key } = some.signed;
      const header = json({ alg: signing.slice(0, 5), typ: 'JWT', kid: key.jwk['kid'] })[0] as string;
      const claims = some.form(withMembers(good, some.claimChanges));
      const { signature } = some;
      return some.damage(
        issueToken({
          signing,
          key,
          header: some.headerStart + withMembers(header, some.headerChanges),
          claims,
          signature,
        }),
      );
    });
}

function withMembers(text: string, members: readonly Member[]): string {
  return `${text.slice(0, -1)}${members.map(([name, value]) => `,${JSON.stringify(name)}:${value}`).join('')}}`;
}
