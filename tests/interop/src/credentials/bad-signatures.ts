import { createHmac } from 'node:crypto';
import type { SpoiltRow } from './bad-credential.ts';
import { base64url, issueToken, keys, signatureOf, stranger } from './issuer.ts';

const foreign = base64url(JSON.stringify(stranger.rsa.jwk));
const junk = { signature: () => base64url('a false signature') };

const algorithms: readonly SpoiltRow[] = [
  ['alg none, without a signature', 'malformed', { header: { alg: 'none' }, signature: () => '' }],
  ['alg none, with a signature', 'algorithm_not_allowed', { header: { alg: 'none' } }],
  ['alg None', 'algorithm_not_allowed', { header: { alg: 'None' }, ...junk }],
  ['an empty alg', 'algorithm_not_allowed', { header: { alg: '' } }],
  ['no alg', 'algorithm_not_allowed', { header: { alg: undefined } }],
  ['alg null', 'algorithm_not_allowed', { header: { alg: null } }],
  ['alg as a list', 'algorithm_not_allowed', { header: { alg: ['RS256'] } }],
  ['alg in lower case', 'algorithm_not_allowed', { header: { alg: 'rs256' } }],
  ['alg with a space', 'algorithm_not_allowed', { header: { alg: 'RS256 ' } }],
  ['an alg that every object has', 'algorithm_not_allowed', { header: { alg: '__proto__' } }],
  ['PS256, which the key could do and the server does not take', 'algorithm_not_allowed', { signing: 'PS256' }],
  ['RS512, which the key could do and the server does not take', 'algorithm_not_allowed', { signing: 'RS512' }],
  ['RS256, signed as PS256', 'bad_signature', { signing: 'PS256', header: { alg: 'RS256' } }],
  ['RS256, signed as RS512', 'bad_signature', { signing: 'RS512', header: { alg: 'RS256' } }],
  ['ES256, named by its header with a key for RS256', 'unknown_key', { header: { alg: 'ES256' } }],
  ['RS256, named by its header with a key for ES256', 'unknown_key', { signing: 'ES256', header: { alg: 'RS256' } }],
  ['EdDSA, named by its header with a key for ES256', 'unknown_key', { signing: 'ES256', header: { alg: 'EdDSA' } }],
  [
    'EdDSA, signed with a key for ES256',
    'bad_signature',
    { signing: 'ES256', header: { alg: 'EdDSA', kid: keys.ed.jwk['kid'] } },
  ],
  ['ES256, with a signature in DER', 'bad_signature', { signing: 'ES256 in DER' }],
  [
    'ES256, with a signature of zeros',
    'bad_signature',
    { signing: 'ES256', signature: () => base64url(Buffer.alloc(64)) },
  ],
  [
    'EdDSA, with a signature of zeros',
    'bad_signature',
    { signing: 'EdDSA', signature: () => base64url(Buffer.alloc(64)) },
  ],
];

const keyIds: readonly SpoiltRow[] = [
  ['a key id that is unknown', 'unknown_key', { header: { kid: 'rsa-3' } }],
  ['no key id, and an unknown key', 'bad_signature', { key: stranger.rsa, header: { kid: undefined } }],
  ['the id of another key of the issuer', 'bad_signature', { header: { kid: keys.nextRsa.jwk['kid'] } }],
  ['the id of a key in another case', 'unknown_key', { header: { kid: 'RSA-1' } }],
  ['a key that is for encryption', 'unknown_key', { key: keys.forEncryption }],
  ['a key that is for another algorithm', 'unknown_key', { key: keys.forPss }],
  ...['', '../../../dev/null', '/proc/self/environ', "rsa-1' OR '1'='1", "x' UNION SELECT 'k", 'rsa-1\u0000', '*'].map(
    (kid): SpoiltRow => [`the key id ${JSON.stringify(kid)}`, 'unknown_key', { header: { kid } }],
  ),
  ...['__proto__', 'constructor', 'https://evil.example/keys.json'].map(
    (kid): SpoiltRow => [`the key id ${kid}`, 'unknown_key', { header: { kid } }],
  ),
  ...[1, 0, true, null, ['rsa-1'], { 0: 'rsa-1' }].map(
    (kid): SpoiltRow => [`${JSON.stringify(kid)} as its key id`, 'unknown_key', { header: { kid } }],
  ),
  ['a key id of 4 kB', 'unknown_key', { header: { kid: 'k'.repeat(4096) } }],
  ['a key id of 8 kB', 'too_long', { header: { kid: 'k'.repeat(8192) } }],
];

const headers: readonly SpoiltRow[] = [
  ['its key in its header', 'bad_signature', { key: stranger.rsa, header: { jwk: stranger.rsa.jwk } }],
  [
    'its key in its header, and no id',
    'bad_signature',
    { key: stranger.rsa, header: { jwk: stranger.rsa.jwk, kid: undefined } },
  ],
  [
    'its key in its header, on another curve',
    'bad_signature',
    { signing: 'ES256', key: stranger.ec, header: { jwk: stranger.ec.jwk } },
  ],
  ['a secret in its header', 'bad_signature', { ...junk, header: { jwk: { kty: 'oct', k: foreign } } }],
  ['the address of its key', 'bad_signature', { key: stranger.rsa, header: { jku: 'https://evil.example/keys.json' } }],
  [
    'the address of a certificate',
    'bad_signature',
    { key: stranger.rsa, header: { x5u: 'https://evil.example/chain.pem' } },
  ],
  ['a certificate in its header', 'bad_signature', { key: stranger.rsa, header: { x5c: [foreign], x5t: foreign } }],
  ['a critical member that is known', 'critical_header', { header: { crit: ['exp'], exp: 1 } }],
  ['a critical member that is unknown', 'critical_header', { header: { crit: ['x'], x: 1 } }],
  ['no critical members, and yet a list of them', 'critical_header', { header: { crit: [] } }],
  ['critical members that are no list', 'critical_header', { header: { crit: 'exp' } }],
  ['critical members that are null', 'critical_header', { header: { crit: null } }],
  ['claims that are not encoded, by its header', 'critical_header', { header: { b64: false, crit: ['b64'] } }],
  ['a header that is no JSON', 'malformed', { header: 'RS256' }],
  ['a header behind a byte order mark', 'malformed', { header: '\ufeff{"alg":"RS256","kid":"rsa-1"}' }],
  ['a header that is a list', 'malformed', { header: '["RS256"]' }],
  ['a header that is null', 'malformed', { header: 'null' }],
];

const signatures: readonly SpoiltRow[] = [
  ['a signature by somebody else', 'bad_signature', { key: stranger.rsa }],
  ['a signature by somebody else, with ES256', 'bad_signature', { signing: 'ES256', key: stranger.ec }],
  [
    'a signature of other claims',
    'bad_signature',
    () => ({ signature: () => issueToken({ claims: { sub: 'eve' } }).split('.')[2] ?? '' }),
  ],
  [
    'a signature of another algorithm',
    'bad_signature',
    { signature: (text) => base64url(signatureOf(text, 'ES256', keys.ec.privateKey)) },
  ],
  ['no signature', 'malformed', { signature: () => '' }],
];

/** A public key must not be usable as a shared secret. */
const confused: readonly SpoiltRow[] = Object.entries({
  'in PEM': keys.rsa.publicKey.export({ type: 'spki', format: 'pem' }),
  'in DER': keys.rsa.publicKey.export({ type: 'spki', format: 'der' }),
  'as a JWK': JSON.stringify(keys.rsa.jwk),
  'for ES256': keys.ec.publicKey.export({ type: 'spki', format: 'pem' }),
}).map(([name, secret]) => [
  `HS256 with a public key as its secret, ${name}`,
  'algorithm_not_allowed',
  {
    header: { alg: 'HS256' },
    signature: (text) => createHmac('sha256', secret).update(text).digest('base64url'),
  },
]);

/** Tokens with an invalid signature or signature header. */
export const badSignatures: readonly SpoiltRow[] = [...algorithms, ...confused, ...keyIds, ...headers, ...signatures];
