import type { SpoiltRow } from './bad-credential.ts';
import { audience, goodClaims, issuer, nowSeconds } from './issuer.ts';

const inAnHour = (): number => nowSeconds() + 3600;

/** Claims with a number that JSON has and JavaScript has not. */
const claimsWith = (member: string): string =>
  `${JSON.stringify({ ...goodClaims(), exp: undefined }).slice(0, -1)},${member}}`;

const forms: readonly SpoiltRow[] = [
  ['claims that are no JSON', 'malformed', { claims: 'exp' }],
  ['claims that are a list', 'malformed', { claims: '[]' }],
  ['claims that are null', 'malformed', { claims: 'null' }],
  ['claims that are a text', 'malformed', { claims: '"exp"' }],
  ['claims that are another token', 'malformed', { claims: 'eyJhbGciOiJub25lIn0.e30.' }],
  ['claims that are no UTF-8', 'malformed', () => ({ claims: Buffer.from(claimsWith('"a":"\xff"'), 'latin1') })],
  ['claims behind a byte order mark', 'malformed', () => ({ claims: `\ufeff${JSON.stringify(goodClaims())}` })],
  ['no claims', 'malformed', { claims: '' }],
];

const times: readonly SpoiltRow[] = [
  ['no exp', 'bad_claims', { claims: { exp: undefined } }],
  ['exp null', 'bad_claims', { claims: { exp: null } }],
  ['exp as a text', 'bad_claims', () => ({ claims: { exp: String(nowSeconds() + 600) } })],
  ['exp as a date', 'bad_claims', { claims: { exp: '2099-01-01T00:00:00Z' } }],
  ['exp true', 'bad_claims', { claims: { exp: true } }],
  ['exp as a list', 'bad_claims', () => ({ claims: { exp: [nowSeconds() + 600] } })],
  ['exp as an object', 'bad_claims', { claims: { exp: {} } }],
  ['an exp that never comes', 'bad_claims', () => ({ claims: claimsWith('"exp":1e400') })],
  ['an exp that is no number of JSON', 'malformed', () => ({ claims: claimsWith('"exp":NaN') })],
  ['exp 0', 'expired', { claims: { exp: 0 } }],
  ['exp before the year 1970', 'expired', { claims: { exp: -1 } }],
  ['an exp before all time', 'expired', { claims: { exp: -1e300 } }],
  ['exp just now', 'expired', () => ({ claims: { exp: nowSeconds() } })],
  ['exp a fraction of a second ago', 'expired', () => ({ claims: { exp: Date.now() / 1000 - 0.01 } })],
  ['exp years ago', 'expired', { claims: { exp: 1_741_724_219 } }],
  ['exp in milliseconds', 'lives_too_long', () => ({ claims: { exp: Date.now() + 600_000 } })],
  ['an exp of the far future', 'lives_too_long', { claims: { exp: 1e300 } }],
  ['exp in two hours, and no iat', 'lives_too_long', () => ({ claims: { exp: nowSeconds() + 7200, iat: undefined } })],
  ['nbf in an hour', 'not_yet_valid', () => ({ claims: { nbf: inAnHour() } })],
  ['nbf as a text', 'bad_claims', { claims: { nbf: 'now' } }],
  ['nbf null', 'bad_claims', { claims: { nbf: null } }],
  ['iat in an hour', 'not_yet_valid', () => ({ claims: { iat: inAnHour() } })],
  ['iat as a text', 'bad_claims', { claims: { iat: 'now' } }],
  ['an iat before all time', 'bad_claims', () => ({ claims: claimsWith(`"exp":${nowSeconds() + 60},"iat":-1e400`) })],
];

const audiences: readonly SpoiltRow[] = [
  ['no aud', 'wrong_audience', { claims: { aud: undefined } }],
  ['aud null', 'bad_claims', { claims: { aud: null } }],
  ['aud as a number', 'bad_claims', { claims: { aud: 1 } }],
  ['aud true', 'bad_claims', { claims: { aud: true } }],
  ['aud as an object', 'bad_claims', { claims: { aud: { 0: audience } } }],
  ['an empty list of auds', 'bad_claims', { claims: { aud: [] } }],
  ['a list of auds in a list', 'bad_claims', { claims: { aud: [[audience]] } }],
  ['a list of auds that holds a number', 'bad_claims', { claims: { aud: [audience, 1] } }],
  ['a list of other auds', 'wrong_audience', { claims: { aud: ['https://other.example.com', 'third'] } }],
  ...[
    '',
    'other',
    '*',
    'https://tools.example.com',
    'https://tools.example.com/',
    `${audience}/`,
    `${audience}2`,
    `${audience} `,
    `${audience}?`,
    audience.slice(0, -1),
    audience.toUpperCase(),
    audience.replace('https', 'http'),
    audience.replace('.com', '.com:443'),
    audience.replace('mcp', '%6dcp'),
    `${audience},other`,
    `other ${audience}`,
  ].map((aud): SpoiltRow => [`aud ${JSON.stringify(aud)}`, 'wrong_audience', { claims: { aud } }]),
  // Its audience is the client that signs in.
  ['the claims of an ID token', 'wrong_audience', { claims: { aud: 'client-1', nonce: 'n-0S6', at_hash: 'MTIzNDU2' } }],
];

const issuers: readonly SpoiltRow[] = [
  undefined,
  null,
  1,
  '',
  [issuer],
  { 0: issuer },
  `${issuer}/`,
  `${issuer}.evil.example`,
  issuer.toUpperCase(),
  issuer.replace('https', 'http'),
  'https://login.example.com/realms/other',
  'https://other.example.com',
].map((iss): SpoiltRow => [`iss ${JSON.stringify(iss)}`, 'wrong_issuer', { claims: { iss } }]);

const subjects: readonly SpoiltRow[] = [undefined, null, '', 7, ['ada'], { name: 'ada' }].map(
  (sub): SpoiltRow => [`sub ${JSON.stringify(sub)}`, 'no_principal', { claims: { sub } }],
);

/** Tokens signed by the issuer that are for another server, expired or not yet valid, or without a subject. */
export const badClaims: readonly SpoiltRow[] = [...forms, ...times, ...audiences, ...issuers, ...subjects];
