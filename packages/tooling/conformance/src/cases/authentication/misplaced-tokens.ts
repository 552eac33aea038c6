import { signToken, type TokenConfig } from '../../client/credentials.ts';
import type { Attempt, NamedAttempt } from './attempts.ts';

const authorization = (value: string): Attempt => ({ lines: [`Authorization: ${value}`] });
const both = (first: string, second: string): Attempt => ({
  lines: [`Authorization: ${first}`, `Authorization: ${second}`],
});
const basic = `Basic ${Buffer.from('conformance:password').toString('base64')}`;

const rows: readonly NamedAttempt<string>[] = [
  ['an empty header', () => authorization('')],
  ['Bearer and an empty token', () => authorization('Bearer ')],
  ['a token without a scheme', (token) => authorization(token)],
  // RFC 9110 allows several spaces.
  ['two spaces', (token) => authorization(`Bearer  ${token}`), 'advised'],
  ['a tab', (token) => authorization(`Bearer\t${token}`)],
  ['no space', (token) => authorization(`Bearer${token}`)],
  ['a non-breaking space', (token) => authorization(`Bearer\xa0${token}`)],
  ['a non-breaking space at the end', (token) => authorization(`Bearer ${token}\xa0`)],
  ['a colon', (token) => authorization(`Bearer: ${token}`)],
  ['an equals sign', (token) => authorization(`Bearer=${token}`)],
  ['a comma at the end', (token) => authorization(`Bearer ${token},`)],
  ['a parameter', (token) => authorization(`Bearer ${token};x=1`)],
  ['angle brackets', (token) => authorization(`Bearer <${token}>`)],
  ['two tokens', (token) => authorization(`Bearer ${token} ${token}`)],
  ['two tokens in a list', (token) => authorization(`Bearer ${token}, Bearer ${token}`)],
  ['the scheme twice', (token) => authorization(`Bearer Bearer ${token}`)],
  ['the scheme token', (token) => authorization(`token ${token}`)],
  ['the scheme JWT', (token) => authorization(`JWT ${token}`)],
  ['the scheme Bearers', (token) => authorization(`Bearers ${token}`)],
  ['Basic', () => authorization(basic)],
  [
    'the token as the password of Basic',
    (token) => authorization(`Basic ${Buffer.from(`x:${token}`).toString('base64')}`),
  ],
  ['Digest', () => authorization('Digest username="a", response="b"')],
  ['two valid headers', (token) => both(`Bearer ${token}`, `Bearer ${token}`)],
  ['a valid header before an invalid one', (token) => both(`Bearer ${token}`, 'Bearer garbage')],
  ['an invalid header before a valid one', (token) => both('Bearer garbage', `Bearer ${token}`)],
  ['Basic before a valid header', (token) => both(basic, `Bearer ${token}`)],
  ['X-Authorization', (token) => ({ lines: [`X-Authorization: Bearer ${token}`] })],
  ['Proxy-Authorization', (token) => ({ lines: [`Proxy-Authorization: Bearer ${token}`] })],
  [
    'a cookie',
    (token) => ({ lines: [`Cookie: authorization=Bearer ${token}; token=${token}; access_token=${token}`] }),
  ],
  ['access_token in the query', (token) => ({ query: `?access_token=${token}` })],
  ['token in the query', (token) => ({ query: `?token=${token}&jwt=${token}` })],
  ['authorization in the query', (token) => ({ query: `?authorization=Bearer%20${token}` })],
  ['access_token in the body', (token) => ({ members: { access_token: token, authorization: `Bearer ${token}` } })],
];

/** CASE-A: tokens in the wrong form or the wrong place, and other schemes. */
export const misplacedTokens: readonly NamedAttempt<TokenConfig>[] = rows.map(([name, attempt, grade]) => [
  name,
  (config) => attempt(signToken(config)),
  grade,
]);
