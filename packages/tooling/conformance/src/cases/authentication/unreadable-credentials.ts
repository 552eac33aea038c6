import { type KnownCredentials, signToken } from '../../client/credentials.ts';
import type { Need, OtcServer } from '../../client/otc-server.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { addition, envelope } from '../support/calls.ts';
import { expectStatus, expectWithout } from '../support/expect.ts';
import { checkHealthWith, known } from './attempts.ts';

type Row = readonly [name: string, need: Need, line: (credentials: KnownCredentials) => string];

const inTheKey = (name: string, bytes: string): Row => [
  `an API key with ${name} in it`,
  'api-key',
  ({ apiKey }) => `OTC-API-Key: ${known(apiKey).slice(0, 8)}${bytes}${known(apiKey).slice(8)}`,
];

const rows: readonly Row[] = [
  [
    'a token of 100 kB',
    'jwt',
    ({ jwt }) => `Authorization: Bearer ${signToken(known(jwt), { claims: { padding: 'x'.repeat(75_000) } })}`,
  ],
  ['an API key of 100 kB', 'api-key', ({ apiKey }) => `OTC-API-Key: ${known(apiKey)}${'x'.repeat(100_000)}`],
  ['an API key with a line break at its end', 'api-key', ({ apiKey }) => `OTC-API-Key: ${known(apiKey)}\r\n folded`],
  inTheKey('a folded line', '\r\n '),
  inTheKey('a line break', '\n'),
  inTheKey('a carriage return', '\r'),
  inTheKey('a null byte', '\0'),
  inTheKey('a control character', '\x01'),
];

/** CASE-A: credentials that an HTTP parser may refuse. */
export const unreadableCredentialCases: CaseGroup = {
  title: 'Credentials: unreadable',
  cases: rows.map(
    ([name, need, line]): OtcCase => ({
      title: `nothing is returned for ${name}`,
      requirements: ['OTC-AUTH-04', 'OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents', need],
      run: (server) => expectNothing(server, line(server.credentials)),
    }),
  ),
};

async function expectNothing(server: OtcServer, line: string): Promise<void> {
  const ids = (await server.tools()).map(({ id }) => id);
  const requests = [
    { path: '/tools', headers: [line] },
    {
      method: 'POST',
      path: '/tools/call',
      headers: ['Content-Type: application/json', line],
      body: envelope(addition),
    },
  ];
  for (const request of requests) {
    const { responses } = await server.converse([server.bytes({ ...request, anonymous: true })]);
    // Closing the connection without a response is also a refusal.
    for (const response of responses) {
      expectStatus(response, 400, 401, 431);
      expectWithout(response, '"success"', ...ids);
    }
  }
  expectStatus(await checkHealthWith(server), 200);
}
