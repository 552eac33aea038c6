import { Agent } from 'node:http';
import { type JwtOptions, jwt } from '@toolwire/auth/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BadCredential, bearer } from '../src/credentials/bad-credential.ts';
import { badCredentials } from '../src/credentials/bad-credentials.ts';
import { doors } from '../src/credentials/doors.ts';
import { goodTokens } from '../src/credentials/good-tokens.ts';
import { createGuardedServer, type GuardedServer, treasure } from '../src/credentials/guarded-server.ts';
import { audience, issuer, issueToken, keySet } from '../src/credentials/issuer.ts';
import { lackingScopes } from '../src/credentials/lacking-scopes.ts';
import { lackAt, refusalAt } from '../src/credentials/refusals.ts';
import { type Answer, inProcess, overSockets, type Try } from '../src/credentials/send.ts';
import { hosts, olderHosts } from '../src/hosts.ts';
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

/** What says nothing of a request: how a host sends, and what it is. */
const ofTransport = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'x-powered-by',
]);

/** A refusal is the same to the last header for all that is wrong, so that it can hold nothing of what came. */
function expectRefusal({ status, headers, text }: Answer, door: (typeof doors)[number]): void {
  const { challenge, ...refusal } = refusalAt(door.name);
  const told = Object.entries(headers).filter(([name]) => !ofTransport.has(name));
  expect({ status, headers: Object.fromEntries(told), body: JSON.parse(text) as unknown }).toEqual({
    ...refusal,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'www-authenticate': challenge,
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Nobody gets in, the tool does not run, and the log has the reason and nothing else. */
async function expectTurnedAway(
  { lines, runs }: GuardedServer,
  knock: Try,
  { reason, attempt }: BadCredential,
  at: readonly (typeof doors)[number][],
): Promise<void> {
  for (const door of at) {
    const [from, before] = [lines.length, runs()];
    expectRefusal(await knock(door, attempt()), door);
    expect(lines.slice(from)).toEqual([
      { level: 'info', fields: { scheme: 'bearer', reason }, message: 'A caller was not let in' },
    ]);
    expect(runs()).toBe(before);
  }
}

async function expectLetIn({ runs }: GuardedServer, knock: Try, value: string): Promise<void> {
  for (const door of doors) {
    const before = runs();
    const { status, text } = await knock(door, { authorization: [value] });
    // A server without streams of its own answers a GET of MCP with 405.
    expect(status).toBe(door.name === 'a stream of MCP' ? 405 : 200);
    expect(text.includes(treasure)).toBe(door.isCall);
    expect(runs() - before).toBe(door.isCall ? 1 : 0);
  }
}

test('the table has more than sixty rows, each with a name of its own', () => {
  const names = badCredentials.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(60);
  expect([...new Set(names)]).toEqual(names);
});

const presented = badCredentials.filter(({ reason }) => reason !== 'no_credentials');

describe.each([
  ['that lets nobody in without credentials', jwt(options), badCredentials],
  ['that lets callers in without credentials as well', { anonymous: true, verifier: jwt(options) }, presented],
] as const)('a server %s', (_, auth, rows) => {
  const guarded = createGuardedServer(auth);
  const knock = inProcess(guarded.server);

  test.each(rows)('lets nobody in by $name', (row) => expectTurnedAway(guarded, knock, row, doors));

  test.each(goodTokens)('takes a good token: %s', (_name, value) => expectLetIn(guarded, knock, value()));

  test.each(lackingScopes)('runs nothing for who was not granted its scope: %s', async (_name, claims) => {
    for (const door of doors.filter(({ isCall }) => isCall)) {
      const before = guarded.runs();
      const { status, headers, text } = await knock(door, bearer(issueToken({ claims })));
      const lack = lackAt(door.name);
      expect([status, headers['www-authenticate']]).toEqual([lack.status, lack.challenge]);
      expect(JSON.parse(text)).toMatchObject(lack.body);
      expect(text).not.toMatch(/CANARY|eyJ/);
      expect(guarded.runs()).toBe(before);
    }
  });
});

const startOnHosts = Object.entries({ ...hosts, ...olderHosts });
// What node:http refuses by itself, the standard's own suite sends to every host.
const sent = badCredentials.filter(({ isTooLongForNode = false }) => !isTooLongForNode);

// Which header of several counts, and what of a head is read at all, is a matter of hosts.
describe.each(startOnHosts.map(([host, start], first) => ({ host, start, first })))('on $host', ({ start, first }) => {
  const guarded = createGuardedServer(jwt(options));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let running: RunningServer;
  let knock: Try;
  beforeAll(async () => {
    running = await start(guarded.server);
    knock = overSockets(running.url, agent);
  });
  afterAll(async () => {
    agent.destroy();
    await running.close();
  });

  // One door for each, another on every host, unless all are asked for.
  const at = (index: number) => (everyCase ? doors : doors.filter((_, one) => one === (first + index) % doors.length));

  test.each(sent.map((row, index) => ({ row, name: row.name, at: at(index) })))(
    'nobody is let in by $name',
    ({ row, at: some }) => expectTurnedAway(guarded, knock, row, some),
  );

  test.each(everyCase ? goodTokens : goodTokens.slice(0, 1))('a good token is taken: %s', (_name, value) =>
    expectLetIn(guarded, knock, value()),
  );
});

test('keys are looked for where the issuer has them, and never where a token says', () => {
  expect([...asked]).toEqual([jwks]);
});
