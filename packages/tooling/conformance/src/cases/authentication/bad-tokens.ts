import { nowSeconds, signToken, type TokenConfig } from '../../client/credentials.ts';
import { inAnotherCase, type NamedAttempt } from './attempts.ts';
import {
  type BadToken,
  base64url,
  changedAfterSigning,
  inAnHour,
  signedByOwnKey,
  signedWith,
  tokenInBase64,
  validClaims,
  withChangedCharacter,
  withChangedSub,
} from './make-bad-tokens.ts';

const algorithms = signedWith([
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

const headers = signedWith([
  ['the signing key in the token header', signedByOwnKey],
  ['the secret in the token header', { header: { jwk: { kty: 'oct', k: 'b3du' } }, key: 'own' }],
  ['the URL of the signing key in the token header', { header: { jku: 'http://127.0.0.1:9/keys' }, key: 'own' }],
  ['a key ID that is a path, signed with an empty key', { header: { kid: '../../../dev/null' }, key: '' }],
  ['a key ID with an SQL injection, signed with its result', { header: { kid: "x' UNION SELECT 'own" }, key: 'own' }],
  ['crit with a known field', { header: { crit: ['exp'], exp: nowSeconds() } }],
  ['crit with an unknown field', { header: { crit: ['x'], x: 1 } }],
  ['an empty crit', { header: { crit: [] } }],
  ['crit that is not a list', { header: { crit: 'exp' } }],
  ['b64 false in the token header', { header: { b64: false, crit: ['b64'] } }],
  ['a header that is not JSON', { header: 'HS256' }],
  ['a header that is a list', { header: '["HS256"]' }],
  ['a header that is null', { header: 'null' }],
]);

const signatures = [
  ...signedWith([
    ['another secret', { key: 'another-secret-of-many-characters' }],
    ['an empty secret', { key: '' }],
    ['a truncated secret', ({ secret }) => ({ key: secret.slice(0, -1) })],
    ['the secret in another case', ({ secret }) => ({ key: inAnotherCase(secret) })],
    ['the secret in base64', ({ secret }) => ({ key: Buffer.from(secret).toString('base64') })],
    ['a signature of zeros', { signature: Buffer.alloc(32).toString('base64url') }],
    [
      'the signature of other claims',
      (config) => ({ signature: signToken(config, { claims: { sub: 'admin' } }).split('.')[2] ?? '' }),
    ],
  ]),
  ...changedAfterSigning([
    ['changed claims', (header, claims, signature) => `${header}.${withChangedSub(claims)}.${signature}`],
    [
      'a changed header',
      (_header, claims, signature) => `${base64url('{"typ":"JWT","alg":"HS256"}')}.${claims}.${signature}`,
    ],
    ['a changed character', (header, claims, signature) => `${header}.${claims}.${withChangedCharacter(signature)}`],
    ['a truncated signature', (header, claims, signature) => `${header}.${claims}.${signature.slice(0, -4)}`],
    ['a signature with a suffix', (header, claims, signature) => `${header}.${claims}.${signature}AAAA`],
  ]),
];

const forms: readonly BadToken[] = [
  ['base64 instead of base64url', tokenInBase64],
  ...changedAfterSigning([
    ['only the header', (header) => header],
    ['two segments', (header, claims) => `${header}.${claims}`],
    ['four segments', (header, claims, signature) => `${header}.${claims}.${signature}.${signature}`],
    ['five segments', (header, claims, signature) => `${header}.${claims}.${signature}..`],
    ['three empty segments', () => '..'],
    ['an empty header', (_header, claims, signature) => `.${claims}.${signature}`],
    ['base64 with padding', (header, claims, signature) => `${header}.${claims}.${signature}=`],
    [
      'a character outside base64url',
      (header, claims, signature) => `${header}.${claims}.${signature.slice(0, 4)}*${signature.slice(4)}`,
    ],
    ['percent-encoded dots', (...segments) => segments.join('%2E')],
    ['quotes around the token', (...segments) => `"${segments.join('.')}"`],
  ]),
  ...signedWith([
    ['claims that are not JSON', { claims: 'exp' }],
    ['claims that are a list', { claims: '[]' }],
    ['claims that are null', { claims: 'null' }],
    ['claims that are a string', { claims: '"exp"' }],
    ['no claims', { claims: '' }],
    [
      'claims that are not UTF-8',
      (config) => ({ claims: Buffer.from(validClaims(config, { sub: '\xff' }), 'latin1') }),
    ],
  ]),
];

const times = signedWith([
  ['no exp', { claims: { exp: undefined } }],
  ['exp null', { claims: { exp: null } }],
  ['exp as a string', { claims: { exp: '1e12' } }],
  ['exp as a numeric string', { claims: { exp: String(inAnHour()) } }],
  ['exp as a date', { claims: { exp: '2099-01-01T00:00:00Z' } }],
  ['exp true', { claims: { exp: true } }],
  ['exp as a list', { claims: { exp: [inAnHour()] } }],
  ['exp as an object', { claims: { exp: {} } }],
  ['an infinite exp', ({ audience }) => ({ claims: `{"sub":"a","aud":${JSON.stringify(audience)},"exp":1e400}` })],
  ['exp 0', { claims: { exp: 0 } }],
  ['exp before the year 1970', { claims: { exp: -1 } }],
  ['exp years ago', { claims: { exp: 1_741_724_219 } }],
  ['nbf in an hour', () => ({ claims: { nbf: inAnHour() } })],
  ['nbf as a string', { claims: { nbf: 'tomorrow' } }],
]);

// RFC 7519 allows a leeway of a few minutes.
const withinLeeway = signedWith([
  ['exp just now', () => ({ claims: { exp: nowSeconds() } })],
  ['exp a minute ago', () => ({ claims: { exp: nowSeconds() - 60 } })],
]);

const audiences = signedWith([
  ['another aud', { claims: { aud: 'another-server' } }],
  ['a list of other auds', { claims: { aud: ['another-server', 'third-server'] } }],
  ['an empty list of auds', { claims: { aud: [] } }],
  ['an empty aud', { claims: { aud: '' } }],
  ['aud as a number', { claims: { aud: 1 } }],
  ['aud null', { claims: { aud: null } }],
  ['aud true', { claims: { aud: true } }],
  ['aud as an object', ({ audience }) => ({ claims: { aud: { 0: audience } } })],
  ['a list of auds in a list', ({ audience }) => ({ claims: { aud: [[audience]] } })],
  ['a truncated aud', ({ audience }) => ({ claims: { aud: audience.slice(0, -1) } })],
  ['aud with a suffix', ({ audience }) => ({ claims: { aud: `${audience}.example` } })],
  ['aud with a space', ({ audience }) => ({ claims: { aud: `${audience} ` } })],
  ['aud in another case', ({ audience }) => ({ claims: { aud: inAnotherCase(audience) } })],
  ['two auds in one string', ({ audience }) => ({ claims: { aud: `another,${audience}` } })],
]);

function inHeader([name, token]: BadToken, grade?: 'advised'): NamedAttempt<TokenConfig> {
  return [name, (config) => ({ lines: [`Authorization: Bearer ${token(config)}`] }), grade];
}

/** CASE-A: invalid tokens, each for a different reason. */
export const badTokens: readonly NamedAttempt<TokenConfig>[] = [
  ...[...algorithms, ...headers, ...signatures, ...forms, ...times, ...audiences].map((token) => inHeader(token)),
  ...withinLeeway.map((token) => inHeader(token, 'advised')),
];
