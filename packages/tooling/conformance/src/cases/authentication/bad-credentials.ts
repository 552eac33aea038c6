import { signToken, type TokenConfig } from '../../client/credentials.ts';
import type { Need, OtcServer } from '../../client/otc-server.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { type Attempt, credentialOrSkip, expectDenied, expectSameRefusal, type NamedAttempt } from './attempts.ts';
import { badKeys } from './bad-keys.ts';
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
