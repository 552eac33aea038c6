import { type ServerCredentials, signToken } from '../../client/credentials.ts';
import type { Need, OtcServer } from '../../client/otc-server.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { additionBody } from '../support/calls.ts';
import { expectStatus, expectWithout } from '../support/expect.ts';
import { checkHealthWith, credentialOrSkip } from './attempts.ts';

type Row = readonly [name: string, need: Need, line: (credentials: ServerCredentials) => string];

const insideKey = (name: string, bytes: string): Row => [
  `an API key that contains ${name}`,
  'api-key',
  ({ apiKey }) => `OTC-API-Key: ${credentialOrSkip(apiKey).slice(0, 8)}${bytes}${credentialOrSkip(apiKey).slice(8)}`,
];

const rows: readonly Row[] = [
  [
    'a token of 100 kB with a wrong signature',
    'jwt',
    ({ jwt }) => {
      const token = signToken(credentialOrSkip(jwt), { key: 'wrong', claims: { padding: 'x'.repeat(75_000) } });
      return `Authorization: Bearer ${token}`;
    },
  ],
  ['an API key of 100 kB', 'api-key', ({ apiKey }) => `OTC-API-Key: ${credentialOrSkip(apiKey)}${'x'.repeat(100_000)}`],
  [
    'an API key that a folded line follows',
    'api-key',
    ({ apiKey }) => `OTC-API-Key: ${credentialOrSkip(apiKey)}\r\n folded`,
  ],
  insideKey('a folded line', '\r\n '),
  insideKey('a line break', '\n'),
  insideKey('a carriage return', '\r'),
  insideKey('a null byte', '\0'),
  insideKey('a control character', '\x01'),
];

/** CASE-A: credentials that an HTTP parser may refuse. */
export const unreadableCredentialCases: CaseGroup = {
  title: 'Credentials: unreadable',
  cases: casesFor(rows, ([name, need, line]) => ({
    title: `a request is refused or disconnected: ${name}`,
    requirements: ['OTC-AUTH-04', 'OTC-AUTH-06', 'OTC-AUTH-12'],
    needs: ['credentials', 'documents', need],
    run: (server) => expectRefusedOrClosed(server, line(server.credentials)),
  })),
};

async function expectRefusedOrClosed(server: OtcServer, line: string): Promise<void> {
  const ids = (await server.tools()).map(({ id }) => id);
  const requests = [
    { path: '/tools', headers: [line] },
    {
      method: 'POST',
      path: '/tools/call',
      headers: ['Content-Type: application/json', line],
      body: additionBody,
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
