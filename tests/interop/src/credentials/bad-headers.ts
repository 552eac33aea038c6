import type { Attempt, BadCredential } from './bad-credential.ts';
import { issueToken, stranger } from './issuer.ts';

type Row = readonly [name: string, reason: BadCredential['reason'], attempt: (token: string) => Attempt];

const authorization = (...values: readonly string[]): Attempt => ({ authorization: values });
const basic = `Basic ${Buffer.from('ada:password').toString('base64')}`;
const bad = (): string => `Bearer ${issueToken({ key: stranger.rsa })}`;

const values: readonly Row[] = [
  ['an empty header', 'not_bearer', () => authorization('')],
  ['the scheme alone', 'not_bearer', () => authorization('Bearer')],
  ['a token without a scheme', 'not_bearer', (token) => authorization(token)],
  ['two spaces', 'not_bearer', (token) => authorization(`Bearer  ${token}`)],
  ['a tab', 'not_bearer', (token) => authorization(`Bearer\t${token}`)],
  ['a colon', 'not_bearer', (token) => authorization(`Bearer: ${token}`)],
  ['a space that breaks no line', 'not_bearer', (token) => authorization(`Bearer\xa0${token}`)],
  ['characters outside of ASCII', 'not_bearer', (token) => authorization(`Bearer ${token}\xe4\xff`)],
  ['the scheme twice', 'not_bearer', (token) => authorization(`Bearer Bearer ${token}`)],
  ['two tokens', 'not_bearer', (token) => authorization(`Bearer ${token} ${token}`)],
  ['the scheme Bearers', 'not_bearer', (token) => authorization(`Bearers ${token}`)],
  ['the scheme token', 'not_bearer', (token) => authorization(`token ${token}`)],
  ['the scheme JWT', 'not_bearer', (token) => authorization(`JWT ${token}`)],
  // RFC 9449 binds such a token to a key, of which nothing is read here.
  ['the scheme DPoP', 'not_bearer', (token) => authorization(`DPoP ${token}`)],
  ['Basic', 'not_bearer', () => authorization(basic)],
  ['Digest', 'not_bearer', () => authorization('Digest username="ada", response="b"')],
  [
    'the token as a password of Basic',
    'not_bearer',
    (token) => authorization(`Basic ${Buffer.from(`ada:${token}`).toString('base64')}`),
  ],
];

/** Which of two headers counts, readers do not agree on. */
const repeated: readonly Row[] = [
  ['a good token twice in a list', 'not_bearer', (token) => authorization(`Bearer ${token}, Bearer ${token}`)],
  ['two good tokens in a list behind one scheme', 'not_bearer', (token) => authorization(`Bearer ${token}, ${token}`)],
  ['a good header twice', 'not_bearer', (token) => authorization(`Bearer ${token}`, `Bearer ${token}`)],
  ['a good header and a bad one', 'not_bearer', (token) => authorization(`Bearer ${token}`, bad())],
  ['a bad header and a good one', 'not_bearer', (token) => authorization(bad(), `Bearer ${token}`)],
  ['an empty header and a good one', 'not_bearer', (token) => authorization('', `Bearer ${token}`)],
  ['a good header and one of a comma', 'not_bearer', (token) => authorization(`Bearer ${token}`, ',')],
  ['Basic and a good header', 'not_bearer', (token) => authorization(basic, `Bearer ${token}`)],
  ['a good header between bad ones', 'not_bearer', (token) => authorization(bad(), `Bearer ${token}`, bad())],
];

/** Good tokens in places where none are looked for, so that none is found (MCP-AUTH-06). */
const elsewhere: readonly Row[] = [
  ['access_token in the query', 'no_credentials', (token) => ({ query: `?access_token=${token}` })],
  ['authorization in the query', 'no_credentials', (token) => ({ query: `?authorization=Bearer%20${token}` })],
  [
    'access_token in the body',
    'no_credentials',
    (token) => ({ members: { access_token: token, authorization: `Bearer ${token}` } }),
  ],
  ['another header', 'no_credentials', (token) => ({ headers: { 'x-authorization': `Bearer ${token}` } })],
  ['the header for proxies', 'no_credentials', (token) => ({ headers: { 'proxy-authorization': `Bearer ${token}` } })],
  [
    'the header of a proxy that signs in',
    'no_credentials',
    (token) => ({ headers: { 'x-forwarded-access-token': token } }),
  ],
  [
    'a cookie',
    'no_credentials',
    (token) => ({ headers: { cookie: `authorization=Bearer ${token}; access_token=${token}` } }),
  ],
  ['nothing', 'no_credentials', () => ({})],
];

/** Good tokens that are sent in a way in which they must not be taken. */
export const badHeaders: readonly BadCredential[] = [...values, ...repeated, ...elsewhere].map(
  ([name, reason, attempt]) => ({ name, reason, attempt: () => attempt(issueToken()) }),
);
