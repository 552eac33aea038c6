import { generateKeyPairSync, sign } from 'node:crypto';
import { nowSeconds, signToken, type TokenFacts, type TokenParts } from '../../client/credentials.ts';
import type { NamedAttempt } from './attempts.ts';

type BadToken = readonly [name: string, token: (facts: TokenFacts) => string];

const inAnHour = (): number => nowSeconds() + 3600;

/** Valid tokens with these changes. */
function withParts(
  rows: readonly (readonly [name: string, parts: TokenParts | ((facts: TokenFacts) => TokenParts)])[],
) {
  return rows.map(
    ([name, parts]): BadToken => [
      name,
      (facts) => signToken(facts, typeof parts === 'function' ? parts(facts) : parts),
    ],
  );
}

/** Valid tokens that were changed after signing. */
function edited(
  rows: readonly (readonly [name: string, change: (header: string, claims: string, signature: string) => string])[],
) {
  return rows.map(
    ([name, change]): BadToken => [
      name,
      (facts) => {
        const [header = '', claims = '', signature = ''] = signToken(facts).split('.');
        return change(header, claims, signature);
      },
    ],
  );
}

const algorithms = withParts([
  ['alg none, without a signature', { header: { alg: 'none' }, signature: '' }],
  ['alg None, without a signature', { header: { alg: 'None' }, signature: '' }],
  ['alg NONE, without a signature', { header: { alg: 'NONE' }, signature: '' }],
  ['alg none, with the signature of HS256', { header: { alg: 'none' } }],
  ['an empty alg, without a signature', { header: { alg: '' }, signature: '' }],
  ['alg HS256, without a signature', { signature: '' }],
  ['no alg', { header: { alg: undefined } }],
  ['alg null', { header: { alg: null } }],
  ['alg as a list', { header: { alg: ['HS256'] } }],
  ['alg in lower case', { header: { alg: 'hs256' } }],
  ['alg with a space', { header: { alg: 'HS256 ' } }],
  ['HS384', { header: { alg: 'HS384' }, hash: 'sha384' }],
  ['HS512', { header: { alg: 'HS512' }, hash: 'sha512' }],
  ['HS256 signed as HS512', { hash: 'sha512' }],
  ['HS512 signed as HS256', { header: { alg: 'HS512' } }],
  ['RS256, signed with the secret as if it were HS256', { header: { alg: 'RS256' } }],
  ['ES256, signed with the secret as if it were HS256', { header: { alg: 'ES256' } }],
  ['an invalid algorithm', { header: { alg: '__proto__' } }],
]);

const headers = withParts([
  ['its key in its header', () => signedByOwnKey()],
  ['a secret in its header', { header: { jwk: { kty: 'oct', k: 'b3du' } }, key: 'own' }],
  ['the address of its key in its header', { header: { jku: 'http://127.0.0.1:9/keys' }, key: 'own' }],
  ['a key id that is a path, signed with nothing', { header: { kid: '../../../dev/null' }, key: '' }],
  ['a key id that is a query, signed with its answer', { header: { kid: "x' UNION SELECT 'own" }, key: 'own' }],
  ['a critical member that is known', { header: { crit: ['exp'], exp: nowSeconds() } }],
  ['a critical member that is unknown', { header: { crit: ['x'], x: 1 } }],
  ['no critical members, and yet a list of them', { header: { crit: [] } }],
  ['critical members that are not a list', { header: { crit: 'exp' } }],
  ['claims that are not encoded, by its header', { header: { b64: false, crit: ['b64'] } }],
  ['a header that is not JSON', { header: 'HS256' }],
  ['a header that is a list', { header: '["HS256"]' }],
  ['a header that is null', { header: 'null' }],
]);

const signatures = [
  ...withParts([
    ['another secret', { key: 'another-secret-of-many-characters' }],
    ['an empty secret', { key: '' }],
    ['the secret without its end', ({ secret }) => ({ key: secret.slice(0, -1) })],
    [
      'the secret in another case',
      ({ secret }) => ({ key: secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase() }),
    ],
    ['the secret encoded once more', ({ secret }) => ({ key: Buffer.from(secret).toString('base64') })],
    ['a signature of zeros', { signature: Buffer.alloc(32).toString('base64url') }],
    [
      'the signature of other claims',
      (facts) => ({ signature: signToken(facts, { claims: { sub: 'admin' } }).split('.')[2] ?? '' }),
    ],
  ]),
  ...edited([
    ['claims that were changed', (header, claims, signature) => `${header}.${changedClaims(claims)}.${signature}`],
    [
      'a header that was changed',
      (_header, claims, signature) => `${encoded('{"typ":"JWT","alg":"HS256"}')}.${claims}.${signature}`,
    ],
    ['a flipped bit', (header, claims, signature) => `${header}.${claims}.${flipped(signature)}`],
    ['a signature that is cut', (header, claims, signature) => `${header}.${claims}.${signature.slice(0, -4)}`],
    ['a signature that goes on', (header, claims, signature) => `${header}.${claims}.${signature}AAAA`],
  ]),
];

const forms = [
  ...edited([
    ['no segment but the header', (header) => header],
    ['two segments', (header, claims) => `${header}.${claims}`],
    ['four segments', (header, claims, signature) => `${header}.${claims}.${signature}.${signature}`],
    ['five segments', (header, claims, signature) => `${header}.${claims}.${signature}..`],
    ['three empty segments', () => '..'],
    ['an empty header', (_header, claims, signature) => `.${claims}.${signature}`],
    ['base64 with padding', (header, claims, signature) => `${header}.${claims}.${signature}=`],
    ['base64 of the other alphabet', (header, claims, signature) => `${header}.${claims}.+/${signature.slice(2)}`],
    ['a character of no alphabet', (header, claims, signature) => `${header}.${claims}*.${signature}`],
    ['dots that are percent-encoded', (...segments) => segments.join('%2E')],
    ['quotes around it', (...segments) => `"${segments.join('.')}"`],
  ]),
  ...withParts([
    ['claims that are not JSON', { claims: 'exp' }],
    ['claims that are a list', { claims: '[]' }],
    ['claims that are null', { claims: 'null' }],
    ['claims that are a string', { claims: '"exp"' }],
    ['no claims', { claims: '' }],
    ['claims that are not UTF-8', { claims: Buffer.from(`{"exp":${inAnHour()},"sub":"\xff"}`, 'latin1') }],
  ]),
];

const times = withParts([
  ['no exp', { claims: { exp: undefined } }],
  ['exp null', { claims: { exp: null } }],
  ['exp as a text', { claims: { exp: '1e12' } }],
  ['exp as a text of seconds', { claims: { exp: String(inAnHour()) } }],
  ['exp as a date', { claims: { exp: '2099-01-01T00:00:00Z' } }],
  ['exp true', { claims: { exp: true } }],
  ['exp as a list', { claims: { exp: [inAnHour()] } }],
  ['exp as an object', { claims: { exp: {} } }],
  [
    'an exp that never comes',
    ({ audience }) => ({ claims: `{"sub":"a","aud":${JSON.stringify(audience)},"exp":1e400}` }),
  ],
  ['exp 0', { claims: { exp: 0 } }],
  ['exp before the year 1970', { claims: { exp: -1 } }],
  ['exp just now', () => ({ claims: { exp: nowSeconds() } })],
  ['exp a minute ago', () => ({ claims: { exp: nowSeconds() - 60 } })],
  ['exp years ago', { claims: { exp: 1_741_724_219 } }],
  ['nbf in an hour', { claims: { nbf: inAnHour() } }],
  ['nbf as a text', { claims: { nbf: 'tomorrow' } }],
]);

const audiences = withParts([
  ['another aud', { claims: { aud: 'another-server' } }],
  ['a list of other auds', { claims: { aud: ['another-server', 'third-server'] } }],
  ['an empty list of auds', { claims: { aud: [] } }],
  ['an empty aud', { claims: { aud: '' } }],
  ['aud as a number', { claims: { aud: 1 } }],
  ['aud null', { claims: { aud: null } }],
  ['aud true', { claims: { aud: true } }],
  ['aud as an object', ({ audience }) => ({ claims: { aud: { 0: audience } } })],
  ['a list of auds in a list', ({ audience }) => ({ claims: { aud: [[audience]] } })],
  ['aud without its end', ({ audience }) => ({ claims: { aud: audience.slice(0, -1) } })],
  ['aud with more at its end', ({ audience }) => ({ claims: { aud: `${audience}.example` } })],
  ['aud with a space', ({ audience }) => ({ claims: { aud: `${audience} ` } })],
  ['aud in another case', ({ audience }) => ({ claims: { aud: audience.toUpperCase() } })],
  ['aud beside another one in one text', ({ audience }) => ({ claims: { aud: `another,${audience}` } })],
]);

/** CASE-A: invalid tokens, each for a different reason. */
export const badTokens: readonly NamedAttempt<TokenFacts>[] = [
  ...algorithms,
  ...headers,
  ...signatures,
  ...forms,
  ...times,
  ...audiences,
].map(([name, token]) => [name, (facts) => ({ lines: [`Authorization: Bearer ${token(facts)}`] })]);

function signedByOwnKey(): TokenParts {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const header = { alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) };
  const [first, second] = signToken({ secret: 'own', audience: 'own' }, { header, claims: { aud: undefined } }).split(
    '.',
  );
  const signature = sign('sha256', Buffer.from(`${first}.${second}`), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { header, claims: { aud: undefined }, signature: signature.toString('base64url') };
}

function changedClaims(claims: string): string {
  return encoded(Buffer.from(claims, 'base64url').toString().replace('"sub":"', '"sub":"x'));
}

function flipped(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
