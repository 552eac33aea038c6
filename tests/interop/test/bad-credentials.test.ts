import { Agent } from 'node:http';
import { type JwtOptions, jwt } from '@toolwire/auth/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer } from '../src/credentials/bad-credential.ts';
import { badCredentials } from '../src/credentials/bad-credentials.ts';
import { endpoints } from '../src/credentials/endpoints.ts';
import { expectAccepted, expectRejected } from '../src/credentials/expect-rejected.ts';
import { goodTokens } from '../src/credentials/good-tokens.ts';
import { createGuardedServer } from '../src/credentials/guarded-server.ts';
import { audience, issuer, issueToken, keySet } from '../src/credentials/issuer.ts';
import { lackingScopes } from '../src/credentials/lacking-scopes.ts';
import { lackAt } from '../src/credentials/refusals.ts';
import { inProcess, overSockets, type Try } from '../src/credentials/send.ts';
import { hosts } from '../src/hosts.ts';
import type { RunningServer } from '../src/listen-on.ts';

const jwks = 'https://login.example.com/keys';
const asked = new Set<string>();
const options: JwtOptions = {
  jwks,
  fetch: async (url) => {
    asked.add(url);
    return Response.json(keySet);
  },
  issuer,
  audiences: [audience],
  algorithms: ['RS256', 'ES256', 'EdDSA'],
  maxLifetimeSeconds: 3600,
};

const everyCase = process.env['TEST_SCOPE'] === 'all';

test('the table has more than sixty rows with unique names', () => {
  const names = badCredentials.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(60);
  expect([...new Set(names)]).toEqual(names);
});

const presented = badCredentials.filter(({ reason }) => reason !== 'no_credentials');

describe.each([
  ['that refuses callers without credentials', jwt(options), badCredentials],
  ['that lets callers in without credentials as well', { anonymous: true, verifier: jwt(options) }, presented],
] as const)('a server %s', (_, auth, rows) => {
  const guarded = createGuardedServer(auth);
  const tryEndpoint = inProcess(guarded.server);

  test.each(rows)('rejects every caller with $name', (row) => expectRejected(guarded, tryEndpoint, row, endpoints));

  test.each(goodTokens)('accepts a valid token: %s', (_name, value) => expectAccepted(guarded, tryEndpoint, value()));

  test.each(lackingScopes)('runs nothing without the required scope: %s', async (_name, claims) => {
    for (const endpoint of endpoints.filter(({ isCall }) => isCall)) {
      const before = guarded.runs();
      const { status, headers, text } = await tryEndpoint(endpoint, bearer(issueToken({ claims })));
      const lack = lackAt(endpoint.name);
      expect([status, headers['www-authenticate']]).toEqual([lack.status, lack.challenge]);
      expect(JSON.parse(text)).toMatchObject(lack.body);
      expect(text).not.toMatch(/CANARY|eyJ/);
      expect(guarded.runs()).toBe(before);
    }
  });
});

const startOnHosts = Object.entries(hosts);
// Requests that node:http rejects are part of the standard suite in every framework.
const sent = badCredentials.filter(({ isTooLongForNode = false }) => !isTooLongForNode);

// Which header of several counts, and what of a head is read at all, is a matter of hosts.
describe.each(startOnHosts.map(([host, start], first) => ({ host, start, first })))('on $host', ({ start, first }) => {
  const guarded = createGuardedServer(jwt(options));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let running: RunningServer;
  let tryEndpoint: Try;
  beforeAll(async () => {
    running = await start(guarded.server);
    tryEndpoint = overSockets(running.url, agent);
  });
  afterAll(async () => {
    agent.destroy();
    await running.close();
  });

  // Over HTTP, each case runs on one of three hosts and at one endpoint, unless all cases are requested. In process, it runs at every endpoint.
  const isHere = (index: number) => everyCase || (first + index) % 3 === 0;
  const at = (index: number) =>
    everyCase ? endpoints : endpoints.filter((_, one) => one === (first + index) % endpoints.length);

  test.each(sent.map((row, index) => ({ row, name: row.name, at: at(index) })).filter((_, index) => isHere(index)))(
    'every caller with $name is rejected',
    ({ row, at: some }) => expectRejected(guarded, tryEndpoint, row, some),
  );

  test.each(everyCase ? goodTokens : goodTokens.slice(0, 1))('a valid token is accepted: %s', (_name, value) =>
    expectAccepted(guarded, tryEndpoint, value()),
  );
});

test("keys are only loaded from the issuer's URL, and never from a URL in a token", () => {
  expect([...asked]).toEqual([jwks]);
});
