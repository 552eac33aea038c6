import { Agent } from 'node:http';
import { introspection } from '@toolwire/auth/introspection';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer } from '../src/credentials/bad-credential.ts';
import { type Endpoint, endpoints } from '../src/credentials/endpoints.ts';
import { expectAccepted, expectRejected } from '../src/credentials/expect-rejected.ts';
import { createGuardedServer } from '../src/credentials/guarded-server.ts';
import { badAnswers, goodAnswer, noAnswers } from '../src/credentials/introspection-answers.ts';
import { audience, issuer } from '../src/credentials/issuer.ts';
import { inProcess, overSockets, type Try } from '../src/credentials/send.ts';
import { hosts } from '../src/hosts.ts';
import type { RunningServer } from '../src/listen-on.ts';

const token = 'opaque-CANARY';
const attempt = () => bearer(token);

/** A server that asks about every token, and what it is answered. */
function guardedByAnswers() {
  const state = { answer: (): Response => Response.json(goodAnswer()) };
  const auth = introspection({
    issuer,
    endpoint: `${issuer}/introspect`,
    clientId: 'tools',
    clientSecret: 'CANARY of the client',
    audiences: [audience],
    cacheSeconds: 0,
    fetch: async () => state.answer(),
  });
  return { ...createGuardedServer(auth), state };
}

/** The token is rejected, no user is asked to sign in again, and only the log contains the reason. */
async function expectPutOff(
  { lines, runs }: ReturnType<typeof guardedByAnswers>,
  tryEndpoint: Try,
  endpoint: Endpoint,
) {
  const [from, before] = [lines.length, runs()];
  const { status, headers, text } = await tryEndpoint(endpoint, attempt());
  expect([status, headers['retry-after'], headers['www-authenticate']]).toEqual([
    endpoint.path.startsWith('/tools') && !endpoint.path.endsWith('/execute') ? 400 : 503,
    '10',
    undefined,
  ]);
  expect(text).toContain("can't verify credentials right now");
  expect(JSON.stringify([headers, text, lines.slice(from)])).not.toMatch(/CANARY/);
  expect(lines.slice(from)).toMatchObject([{ level: 'warn', fields: { reason: 'introspection_unavailable' } }]);
  expect(runs()).toBe(before);
}

describe('in one process', () => {
  const guarded = guardedByAnswers();
  const tryEndpoint = inProcess(guarded.server);

  test.each(badAnswers)('a token reported as $name is rejected', async ({ reason, answer }) => {
    guarded.state.answer = answer;
    await expectRejected(guarded, tryEndpoint, { reason, attempt }, endpoints);
  });

  test.each(noAnswers)('a token is rejected after a response with $name', async ({ answer }) => {
    guarded.state.answer = answer;
    for (const endpoint of endpoints) await expectPutOff(guarded, tryEndpoint, endpoint);
  });

  test('a token reported as active is accepted', async () => {
    guarded.state.answer = () => Response.json(goodAnswer());
    await expectAccepted(guarded, tryEndpoint, `Bearer ${token}`);
  });
});

const startOnHosts = Object.entries(hosts);

describe.each(startOnHosts.map(([host, start], first) => ({ host, start, first })))('on $host', ({ start, first }) => {
  const guarded = guardedByAnswers();
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

  // One endpoint for each, and another one in every framework.
  const at = (index: number) => endpoints.filter((_, one) => one === (first + index) % endpoints.length);

  test.each(badAnswers.map((row, index) => ({ ...row, index })))(
    'a token reported as $name is rejected',
    async ({ reason, answer, index }) => {
      guarded.state.answer = answer;
      await expectRejected(guarded, tryEndpoint, { reason, attempt }, at(index));
    },
  );

  test.each(noAnswers.map((row, index) => ({ ...row, index })))(
    'a token is rejected after a response with $name',
    async ({ answer, index }) => {
      guarded.state.answer = answer;
      for (const endpoint of at(index)) await expectPutOff(guarded, tryEndpoint, endpoint);
    },
  );

  test('a token reported as active is accepted', async () => {
    guarded.state.answer = () => Response.json(goodAnswer());
    await expectAccepted(guarded, tryEndpoint, `Bearer ${token}`);
  });
});
