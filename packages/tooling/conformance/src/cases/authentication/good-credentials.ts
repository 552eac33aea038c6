import { nowSeconds, signToken, type TokenChanges, type TokenConfig } from '../../client/credentials.ts';
import type { Need, OtcServer } from '../../client/otc-server.ts';
import { type CaseGroup, casesFor, type OtcCase } from '../otc-case.ts';
import { credentialOrSkip, expectAccepted, expectDenied, type NamedAttempt } from './attempts.ts';

const schemeRow = (scheme: string): NamedAttempt<TokenConfig> => [
  `the scheme as ${scheme}`,
  (config) => ({ lines: [`Authorization: ${scheme} ${signToken(config)}`] }),
];

const tokenRow = (
  name: string,
  changes: (config: TokenConfig) => TokenChanges,
  grade?: 'advised',
): NamedAttempt<TokenConfig> => [
  name,
  (config) => ({ lines: [`Authorization: Bearer ${signToken(config, changes(config))}`] }),
  grade,
];

const goodTokens: readonly NamedAttempt<TokenConfig>[] = [
  // RFC 9110, 11.1: the scheme is case-insensitive.
  ...['Bearer', 'bearer', 'BEARER', 'bEaReR'].map(schemeRow),
  ['the header in capitals', (config) => ({ lines: [`AUTHORIZATION: Bearer ${signToken(config)}`] })],
  ['spaces around the value', (config) => ({ lines: [`Authorization:  \tBearer ${signToken(config)} \t`] })],
  tokenRow('no aud', () => ({ claims: { aud: undefined } })),
  tokenRow('aud as a list of one', ({ audience }) => ({ claims: { aud: [audience] } })),
  tokenRow('aud as a list with others', ({ audience }) => ({ claims: { aud: ['another-server', audience] } })),
  tokenRow('exp in a minute', () => ({ claims: { exp: nowSeconds() + 60 } })),
  tokenRow('exp in an hour', () => ({ claims: { exp: nowSeconds() + 3600 } }), 'advised'),
  tokenRow('exp with a fraction', () => ({ claims: { exp: nowSeconds() + 60.5 } }), 'advised'),
  tokenRow('nbf and iat in the past', () => ({ claims: { nbf: nowSeconds() - 60, iat: nowSeconds() - 60 } })),
  tokenRow('no typ', () => ({ header: { typ: undefined } })),
  tokenRow('a key ID', () => ({ header: { kid: 'key-1' } })),
  tokenRow('custom claims', () => ({ claims: { role: 'tester', name: 'Zoë 🐢', nested: { a: [1] } } })),
  tokenRow('white space between its claims', ({ audience }) => ({
    claims: `\n{ "exp" : ${nowSeconds() + 60} , "sub" : "a" , "aud" : ${JSON.stringify(audience)} }\n`,
  })),
];

const goodKeys: readonly NamedAttempt<string>[] = [
  ['the header as the specification writes it', (key) => ({ lines: [`OTC-API-Key: ${key}`] })],
  ['the header in lower case', (key) => ({ lines: [`otc-api-key: ${key}`] })],
  ['the header in capitals', (key) => ({ lines: [`OTC-API-KEY: ${key}`] })],
  ['spaces around the value', (key) => ({ lines: [`OTC-API-Key: \t ${key} \t`] })],
  ['other headers with it', (key) => ({ lines: ['X-API-Key: other', `OTC-API-Key: ${key}`, 'Cookie: a=b'] })],
  ['the header of the renamed protocol', (key) => ({ lines: [`OXP-API-Key: ${key}`] }), 'advised'],
];

/** Pairs of a valid and an invalid credential. */
const mixedCredentials: readonly (readonly [name: string, lines: (key: string, token: string) => readonly string[]])[] =
  [
    ['an invalid token with a valid key', (key) => [key, 'Authorization: Bearer garbage']],
    ['an invalid key with a valid token', (_key, token) => ['OTC-API-Key: garbage', token]],
    ['Basic with a valid key', (key) => [key, 'Authorization: Basic eDp5']],
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
      run: (server) => withBoth(server, (key, token) => expectAccepted(server, { lines: [key, token] })),
    },
    ...casesFor(mixedCredentials, ([name, lines]) => ({
      title: `a valid credential does not make up for an invalid one: ${name}`,
      requirements: ['OTC-AUTH-16'],
      needs: ['credentials', 'documents', 'api-key', 'jwt'],
      grade: 'advised',
      run: (server) => withBoth(server, (key, token) => expectDenied(server, { lines: lines(key, token) })),
    })),
  ],
};

function rowsToCases<Credential>(
  title: string,
  rows: readonly NamedAttempt<Credential>[],
  need: Need,
  credentialOf: (server: OtcServer) => Credential | undefined,
): readonly OtcCase[] {
  return rows.map(([name, attempt, grade]) => ({
    title: `${title}: ${name}`,
    requirements: need === 'jwt' ? ['OTC-AUTH-10', 'OTC-AUTH-11', 'OTC-AUTH-13'] : ['OTC-AUTH-04'],
    needs: ['credentials', 'documents', need],
    ...(grade && { grade }),
    run: (server) => expectAccepted(server, attempt(credentialOrSkip(credentialOf(server)))),
  }));
}

function withBoth(server: OtcServer, act: (keyLine: string, tokenLine: string) => Promise<void>): Promise<void> {
  const { apiKey, jwt } = server.credentials;
  return act(`OTC-API-Key: ${credentialOrSkip(apiKey)}`, `Authorization: Bearer ${signToken(credentialOrSkip(jwt))}`);
}
