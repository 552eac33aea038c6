import { generateKeyPairSync, sign } from 'node:crypto';
import type { Verifier } from '@toolwire/auth';
import { introspection } from '@toolwire/auth/introspection';
import { jwt } from '@toolwire/auth/jwt';
import { defineTool } from '@toolwire/core';
import type { Fetch } from '@toolwire/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger } from './support.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const hanging = 'https://hanging.example.com';
const answering = 'https://answering.example.com';

function tokenOf(issuer: string): string {
  const parts = [
    { alg: 'ES256', kid: 'one' },
    { sub: 'ada', iss: issuer, aud: 'tools', exp: 9_999_999_999 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return [...parts, signature.toString('base64url')].join('.');
}

const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] };
const fetch: Fetch = async (url) => {
  if (url.startsWith(hanging)) return new Promise(() => {});
  return Response.json(url.endsWith('/keys') ? keys : { issuer: answering, jwks_uri: `${answering}/keys` });
};

const ofBothIssuers = () => jwt({ issuer: [hanging, answering], audiences: ['tools'], fetch });

/** A server that takes tokens of both issuers, or others. */
function start(auth: Verifier = ofBothIssuers()) {
  const { records, logger } = recordingLogger();
  const tool = defineTool({ id: 'Session.Run', version: '1.0.0', description: 'Runs.', run: () => 'ran' });
  const server = toolwire({ tools: [tool], allowedHosts: ['tools.example'], logger, auth });
  const call = async (issuer: string) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Session_Run' } };
    const authorization = `Bearer ${tokenOf(issuer)}`;
    const headers = { host: 'tools.example', accept: 'application/json', authorization };
    return server.handle(hostRequest('POST', '/mcp', body, headers));
  };
  return { call, records };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a server with two issuers, one of which hangs', () => {
  test('responds to its tokens with 503 within five seconds and a retry delay, and to tokens of the other issuer at once', async () => {
    const { call, records } = start();
    let answered: Awaited<ReturnType<typeof call>>;
    const waiting = call(hanging).then((answer) => {
      answered = answer;
    });
    expect(await call(answering)).toMatchObject({ status: 200 });
    await vi.advanceTimersByTimeAsync(4900);
    expect(answered).toBeUndefined();
    await vi.advanceTimersByTimeAsync(100);
    await waiting;

    expect(answered).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect(answered?.headers).not.toHaveProperty('www-authenticate');
    expect(JSON.stringify(answered?.body)).toContain("can't verify credentials right now");
    expect(JSON.stringify(answered?.body)).not.toContain(hanging);
    expect(JSON.stringify(records)).toContain(`The issuer ${hanging} did not return its keys within 5 seconds.`);
    expect(await call(answering)).toMatchObject({ status: 200 });
  });
});

describe('a server that introspects tokens', () => {
  test.each([
    ['fails', 500],
    ['does not know this server', 401],
  ])(
    'responds with 503 if the authorization server %s, and with 401 if the token is inactive',
    async (_what, status) => {
      const failing = introspection({
        issuer: answering,
        endpoint: `${answering}/introspect`,
        clientId: 'tools',
        clientSecret: 'the secret of the client',
        audiences: 'none',
        fetch: async () => Response.json({ active: true, sub: 'ada' }, { status }),
      });
      const { call, records } = start(failing);
      const away = await call(answering);
      expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
      expect(away?.headers).not.toHaveProperty('www-authenticate');
      expect(JSON.stringify(records)).toContain(`the response has status ${status}`);
      expect(JSON.stringify([away, records])).not.toMatch(/the secret of the client|eyJ/);

      const bad = introspection({
        issuer: answering,
        endpoint: `${answering}/introspect`,
        clientId: 'tools',
        clientSecret: 'the secret of the client',
        audiences: 'none',
        fetch: async () => Response.json({ active: false }),
      });
      const refused = await start(bad).call(answering);
      expect(refused?.status).toBe(401);
      expect(refused?.headers['www-authenticate']).toContain('Bearer');
    },
  );
});
