import { nowSeconds, signToken, type TokenFacts, type TokenParts } from '../../client/credentials.ts';
import type { Need, OtcServer } from '../../client/otc-server.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { type Attempt, expectAccepted, expectDenied, known } from './attempts.ts';

type GoodRow<Facts> = readonly [name: string, attempt: (facts: Facts) => Attempt, grade?: 'advised' | undefined];

const bearer = (scheme: string): GoodRow<TokenFacts> => [
  `the scheme as ${scheme}`,
  (facts) => ({ lines: [`Authorization: ${scheme} ${signToken(facts)}`] }),
];

const token = (name: string, parts: (facts: TokenFacts) => TokenParts, grade?: 'advised'): GoodRow<TokenFacts> => [
  name,
  (facts) => ({ lines: [`Authorization: Bearer ${signToken(facts, parts(facts))}`] }),
  grade,
];

const goodTokens: readonly GoodRow<TokenFacts>[] = [
  // RFC 9110, 11.1: the scheme is case-insensitive.
  ...['Bearer', 'bearer', 'BEARER', 'bEaReR'].map(bearer),
  ['the header in capitals', (facts) => ({ lines: [`AUTHORIZATION: Bearer ${signToken(facts)}`] })],
  ['spaces around the value', (facts) => ({ lines: [`Authorization:  \tBearer ${signToken(facts)} \t`] })],
  token('no aud', () => ({ claims: { aud: undefined } })),
  token('aud as a list of one', ({ audience }) => ({ claims: { aud: [audience] } })),
  token('aud as a list with others', ({ audience }) => ({ claims: { aud: ['another-server', audience] } })),
  token('exp in a minute', () => ({ claims: { exp: nowSeconds() + 60 } })),
  token('exp in an hour', () => ({ claims: { exp: nowSeconds() + 3600 } }), 'advised'),
  token('exp with a fraction', () => ({ claims: { exp: nowSeconds() + 60.5 } }), 'advised'),
  token('nbf and iat in the past', () => ({ claims: { nbf: nowSeconds() - 60, iat: nowSeconds() - 60 } })),
  token('no typ', () => ({ header: { typ: undefined } })),
  token('a key id', () => ({ header: { kid: 'key-1' } })),
  token('custom claims', () => ({ claims: { role: 'tester', name: 'Zoë 🐢', nested: { a: [1] } } })),
  token('white space between its claims', ({ audience }) => ({
    claims: `\n{ "exp" : ${nowSeconds() + 60} , "sub" : "a" , "aud" : ${JSON.stringify(audience)} }\n`,
  })),
];

const goodKeys: readonly GoodRow<string>[] = [
  ['the header as the text writes it', (key) => ({ lines: [`OTC-API-Key: ${key}`] })],
  ['the header in small letters', (key) => ({ lines: [`otc-api-key: ${key}`] })],
  ['the header in capitals', (key) => ({ lines: [`OTC-API-KEY: ${key}`] })],
  ['spaces around the value', (key) => ({ lines: [`OTC-API-Key: \t ${key} \t`] })],
  ['other headers beside it', (key) => ({ lines: ['X-API-Key: other', `OTC-API-Key: ${key}`, 'Cookie: a=b'] })],
  ['the header of the renamed protocol', (key) => ({ lines: [`OXP-API-Key: ${key}`] }), 'advised'],
];

/** OTC-AUTH: valid credentials are accepted, and every presented credential is checked. */
export const goodCredentialCases: CaseGroup = {
  title: 'Credentials: valid',
  cases: [
    ...rowsToCases('a token is accepted', goodTokens, 'jwt', ({ credentials }) => credentials.jwt),
    ...rowsToCases('an API key is accepted', goodKeys, 'api-key', ({ credentials }) => credentials.apiKey),
    {
      title: 'a valid key together with a valid token is accepted',
      requirements: ['OTC-AUTH-16'],
      needs: ['credentials', 'documents', 'api-key', 'jwt'],
      run: (server) => withBoth(server, (key, good) => expectAccepted(server, { lines: [key, good] })),
    },
    ...[
      ['a bad token beside a good key', (key: string) => [key, 'Authorization: Bearer garbage']] as const,
      ['a bad key beside a good token', (_key: string, good: string) => ['OTC-API-Key: garbage', good]] as const,
      ['Basic beside a good key', (key: string) => [key, 'Authorization: Basic eDp5']] as const,
    ].map(
      ([name, lines]): OtcCase => ({
        title: `a valid credential does not make up for an invalid one: ${name}`,
        requirements: ['OTC-AUTH-16'],
        needs: ['credentials', 'documents', 'api-key', 'jwt'],
        grade: 'advised',
        run: (server) => withBoth(server, (key, good) => expectDenied(server, { lines: lines(key, good) })),
      }),
    ),
  ],
};

function rowsToCases<Facts>(
  title: string,
  rows: readonly GoodRow<Facts>[],
  need: Need,
  factsOf: (server: OtcServer) => Facts | undefined,
): readonly OtcCase[] {
  return rows.map(([name, attempt, grade]) => ({
    title: `${title}: ${name}`,
    requirements: need === 'jwt' ? ['OTC-AUTH-10', 'OTC-AUTH-11', 'OTC-AUTH-13'] : ['OTC-AUTH-04'],
    needs: ['credentials', 'documents', need],
    ...(grade && { grade }),
    run: (server) => expectAccepted(server, attempt(known(factsOf(server)))),
  }));
}

function withBoth(server: OtcServer, act: (keyLine: string, tokenLine: string) => Promise<void>): Promise<void> {
  const { apiKey, jwt } = server.credentials;
  return act(`OTC-API-Key: ${known(apiKey)}`, `Authorization: Bearer ${signToken(known(jwt))}`);
}
