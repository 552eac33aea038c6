import { signToken, type TokenConfig } from '../../client/credentials.ts';
import type { Need, OtcServer } from '../../client/otc-server.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import {
  type Attempt,
  credentialOrSkip,
  expectDenied,
  expectSameRefusal,
  inAnotherCase,
  type NamedAttempt,
} from './attempts.ts';
import { badTokens } from './bad-tokens.ts';

const authorization = (value: string): Attempt => ({ lines: [`Authorization: ${value}`] });
const twoTokens = (first: string, second: string): Attempt => ({
  lines: [`Authorization: ${first}`, `Authorization: ${second}`],
});
const basic = `Basic ${Buffer.from('conformance:password').toString('base64')}`;

const tokenRows: readonly NamedAttempt<string>[] = [
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
  ['two valid headers', (token) => twoTokens(`Bearer ${token}`, `Bearer ${token}`)],
  ['a valid header before an invalid one', (token) => twoTokens(`Bearer ${token}`, 'Bearer garbage')],
  ['an invalid header before a valid one', (token) => twoTokens('Bearer garbage', `Bearer ${token}`)],
  ['Basic before a valid header', (token) => twoTokens(basic, `Bearer ${token}`)],
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
const misplacedTokens: readonly NamedAttempt<TokenConfig>[] = tokenRows.map(([name, attempt, grade]) => [
  name,
  (config) => attempt(signToken(config)),
  grade,
]);

const header = (value: string): Attempt => ({ lines: [`OTC-API-Key: ${value}`] });
const twoKeys = (first: string, second: string): Attempt => ({
  lines: [`OTC-API-Key: ${first}`, `OTC-API-Key: ${second}`],
});

/** CASE-A: invalid keys, and valid keys in the wrong place. */
export const badKeys: readonly NamedAttempt<string>[] = [
  ['an empty key', () => header('')],
  ['another key', () => header('another-key-which-is-long-enough-for-any-rule')],
  ['a truncated key', (key) => header(key.slice(0, -1))],
  ['the first eight characters of a key', (key) => header(key.slice(0, Math.min(8, key.length - 1)))],
  ['a key with a suffix', (key) => header(`${key}x`)],
  ['a key with a prefix', (key) => header(`x${key}`)],
  ['a key in another case', (key) => header(inAnotherCase(key))],
  ['a key with a different first character', (key) => header(`${key.startsWith('x') ? 'y' : 'x'}${key.slice(1)}`)],
  ['a key twice in one header', (key) => header(`${key}${key}`)],
  ['a list of keys', (key) => header(`${key}, ${key}`)],
  ['a list of a key and an empty key', (key) => header(`${key},`)],
  ['two valid headers', (key) => twoKeys(key, key)],
  ['a valid header before an invalid one', (key) => twoKeys(key, 'garbage')],
  ['an invalid header before a valid one', (key) => twoKeys('garbage', key)],
  ['quotes around the key', (key) => header(`"${key}"`)],
  ['an escaped line break', (key) => header(`${key}\\n`)],
  ['a percent-encoded line break', (key) => header(`${key}%0A`)],
  ['a non-breaking space', (key) => header(`${key}\xa0`)],
  ['a percent-encoded key', (key) => header(key.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`))],
  ['a key in base64', (key) => header(Buffer.from(key).toString('base64'))],
  ['an asterisk', () => header('*')],
  ['an SQL injection', () => header("' OR '1'='1")],
  ...['__proto__', 'constructor', 'null', 'undefined', 'true'].map(
    (name): NamedAttempt<string> => [`the word ${name}`, () => header(name)],
  ),
  ['bytes outside ASCII', () => header('\xfc\xff')],
  ['the key as the whole Authorization header', (key) => ({ lines: [`Authorization: ${key}`] })],
  ['the key with a custom scheme', (key) => ({ lines: [`Authorization: ApiKey ${key}`] })],
  [
    'the key as the password of Basic',
    (key) => ({ lines: [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`] }),
  ],
  ['a header name with underscores', (key) => ({ lines: [`OTC_API_KEY: ${key}`] })],
  ['a header name without OTC', (key) => ({ lines: [`API-Key: ${key}`] })],
  ['the key in a cookie', (key) => ({ lines: [`Cookie: OTC-API-Key=${key}; otc-api-key=${key}`] })],
  ['the key in the query', (key) => ({ query: `?OTC-API-Key=${key}&otc-api-key=${key}` })],
  ['api_key in the query', (key) => ({ query: `?api_key=${key}&apikey=${key}&key=${key}` })],
  ['the key in the body', (key) => ({ members: { 'OTC-API-Key': key, api_key: key } })],
];

/** CASE-A: invalid tokens. */
export const badTokenCases: CaseGroup = createGroup({
  title: 'Credentials: invalid tokens',
  caseTitle: 'an invalid token is refused',
  need: 'jwt',
  requirements: ['OTC-AUTH-10', 'OTC-AUTH-11', 'OTC-AUTH-12', 'OTC-AUTH-13'],
  attempts: badTokens,
  credentialOf: ({ credentials }) => credentialOrSkip(credentials.jwt),
});

/** CASE-A: tokens in the wrong form or the wrong place, and other schemes. */
export const misplacedTokenCases: CaseGroup = createGroup({
  title: 'Credentials: tokens in the wrong form',
  caseTitle: 'a valid token in an invalid form is refused',
  need: 'jwt',
  requirements: ['OTC-AUTH-12'],
  attempts: misplacedTokens,
  credentialOf: ({ credentials }) => credentialOrSkip(credentials.jwt),
});

/** CASE-A: invalid keys, and valid keys in the wrong place. */
export const badKeyCases: CaseGroup = createGroup({
  title: 'Credentials: invalid API keys',
  caseTitle: 'an invalid API key is refused',
  need: 'api-key',
  requirements: ['OTC-AUTH-04', 'OTC-AUTH-06'],
  attempts: badKeys,
  credentialOf: ({ credentials }) => credentialOrSkip(credentials.apiKey),
});

interface AttemptGroup<Credential> {
  readonly title: string;
  /** The title of each case, before the name of its attempt. */
  readonly caseTitle: string;
  readonly need: Need;
  readonly requirements: readonly RequirementId[];
  readonly attempts: readonly NamedAttempt<Credential>[];
  readonly credentialOf: (server: OtcServer) => Credential;
}

function createGroup<Credential>(group: AttemptGroup<Credential>): CaseGroup {
  const { title, caseTitle, need, requirements, attempts, credentialOf } = group;
  // A server may accept an advised attempt.
  const requiredAttempts = attempts.filter(([, , grade]) => grade === undefined);
  const common = { requirements, needs: ['credentials', 'documents', need] } as const;
  return {
    title,
    cases: [
      ...casesFor(attempts, ([name, attempt, grade]) => ({
        title: `${caseTitle}: ${name}`,
        ...common,
        ...(grade && { grade }),
        run: (server) => expectDenied(server, attempt(credentialOf(server))),
      })),
      {
        title: 'every refusal is the same as without credentials',
        ...common,
        grade: 'advised',
        run: (server) => expectSameRefusal(server, requiredAttempts, credentialOf(server)),
      },
    ],
  };
}
