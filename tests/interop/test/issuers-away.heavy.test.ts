import { once } from 'node:events';
import { Agent, createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { introspection } from '@toolwire/auth/introspection';
import { jwt } from '@toolwire/auth/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer } from '../src/credentials/bad-credential.ts';
import { endpoints } from '../src/credentials/endpoints.ts';
import { createGuardedServer } from '../src/credentials/guarded-server.ts';
import { goodAnswer } from '../src/credentials/introspection-answers.ts';
import { audience, issuer, issueToken, keySet } from '../src/credentials/issuer.ts';
import { overSockets } from '../src/credentials/send.ts';
import { hosts } from '../src/hosts.ts';

const json = { 'content-type': 'application/json' };
/** The keys, and an introspection response that accepts the token. */
const good: RequestListener = ({ method }, response) =>
  void response.writeHead(200, json).end(JSON.stringify(method === 'GET' ? keySet : goodAnswer()));

/** An issuer at real sockets, which has another way to give no answer at each of its paths. */
const answers: Readonly<Record<string, RequestListener>> = {
  good,
  hangs: () => undefined,
  drips: (_request, response) => {
    response.writeHead(200, json);
    const dripping = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(dripping));
  },
  'sends 10 MB': (_request, response) =>
    void response.writeHead(200, json).end(`{"active":true,"keys":[],"pad":"${'x'.repeat(10_000_000)}"}`),
  redirects: (_request, response) => void response.writeHead(307, { location: '/good' }).end(),
  'fails with 500': ({ method }, response) =>
    void response.writeHead(500, json).end(JSON.stringify(method === 'GET' ? keySet : goodAnswer())),
};
let asked = 0;
const issuerServer = createServer((request, response) => {
  asked += 1;
  answers[decodeURIComponent(request.url?.slice(1) ?? '')]?.(request, response);
});
let origin = '';
beforeAll(async () => {
  issuerServer.listen(0, '127.0.0.1');
  await once(issuerServer, 'listening');
  origin = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
});
afterAll(() => {
  issuerServer.closeAllConnections();
  issuerServer.close();
});

const client = { clientId: 'tools', clientSecret: 'CANARY of the client', audiences: [audience] };
const ways = {
  'is asked for its keys': (address: string) => jwt({ jwks: address, issuer, audiences: [audience] }),
  'is asked about a token': (endpoint: string) => introspection({ issuer, endpoint, ...client }),
};

const triedHosts = Object.entries(hosts);
const [, , mcpCall] = endpoints;

/** Calls a tool on a host, behind a verifier that asks at an address. */
async function callBehind(
  start: (typeof hosts)[string],
  verifierAt: (address: string) => ReturnType<typeof jwt>,
  how: string,
) {
  const guarded = createGuardedServer(verifierAt(`${origin}/${encodeURIComponent(how)}`));
  const running = await start(guarded.server);
  const agent = new Agent();
  try {
    const answer = await overSockets(running.url, agent)(mcpCall, bearer(issueToken()));
    return { ...guarded, answer };
  } finally {
    agent.destroy();
    await running.close();
  }
}

describe.each(triedHosts)('on %s, an issuer that', (_host, start) => {
  describe.each(Object.entries(ways))('%s and', (_way, verifierAt) => {
    test.concurrent.each(['hangs', 'drips', 'sends 10 MB', 'redirects', 'fails with 500'])(
      '%s rejects every token: 503 with a retry delay, and the reason in the log',
      async (how) => {
        const { answer, runs, lines } = await callBehind(start, verifierAt, how);
        expect([answer.status, answer.headers['retry-after'], answer.headers['www-authenticate']]).toEqual([
          503,
          '10',
          undefined,
        ]);
        expect(answer.text).toContain("can't verify credentials right now");
        expect(runs()).toBe(0);
        expect(lines).toMatchObject([{ level: 'warn', fields: { error: { message: expect.any(String) as string } } }]);
        expect(JSON.stringify([answer, lines])).not.toMatch(/CANARY|eyJ/);
      },
    );

    test('responds correctly accepts its users', async () => {
      const { answer, runs } = await callBehind(start, verifierAt, 'good');
      expect([answer.status, runs()]).toEqual([200, 1]);
    });
  });
});

// The cache of an issuer is the same in every framework, so one of them is enough.
test.each(Object.entries(ways))(
  'an issuer that %s gets one request for a thousand concurrent calls without cached keys, and all of them run',
  async (_way, verifierAt) => {
    const guarded = createGuardedServer(verifierAt(`${origin}/good`));
    const running = await hosts['node:http']?.(guarded.server);
    if (running === undefined) throw new Error('There is no such host');
    const agent = new Agent({ keepAlive: true });
    const tryEndpoint = overSockets(running.url, agent);
    const [before, attempt] = [asked, bearer(issueToken())];
    try {
      const statuses = await Promise.all(
        Array.from({ length: 1_000 }, async () => (await tryEndpoint(mcpCall, attempt)).status),
      );
      expect([new Set(statuses), guarded.runs(), asked - before]).toEqual([new Set([200]), 1_000, 1]);
    } finally {
      agent.destroy();
      await running.close();
    }
  },
);
