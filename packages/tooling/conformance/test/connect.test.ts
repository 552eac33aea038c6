import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { badKeys } from '../src/cases/authentication/bad-keys.ts';
import { badTokens } from '../src/cases/authentication/bad-tokens.ts';
import { signToken } from '../src/client/credentials.ts';
import { connectOtcServer } from '../src/client/otc-server.ts';
import type { HostUnderTest } from '../src/host/host-case.ts';
import { runHostCase } from '../src/host/host-suite.ts';
import { findExceptions } from '../src/runners/declare-tests.ts';
import { listenOn } from '../src/runners/running-server.ts';
import { createResponseSchemas } from '../src/schemas/response-schemas.ts';

const config = { secret: '1234567890', audience: 'TOOLS' };

function claimsOf(authorization = ''): { readonly exp: number } {
  const [, claims = ''] = authorization.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly exp: number };
}

test('every request has a token that is still valid, however long the suite takes', async () => {
  const seen: string[] = [];
  const running = await listenOn((request, response) => {
    seen.push(request.headers.authorization ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"tools":[]}');
  });
  onTestFinished(() => running.close());
  const server = await connectOtcServer(running.url, { credentials: { jwt: config } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await server.send({ path: '/health' });
  await server.converse([server.bytes({ path: '/health' })]);
  for (const authorization of seen.slice(-2)) expect(claimsOf(authorization).exp).toBeGreaterThan(Date.now() / 1000);
});

describe('a changed credential', () => {
  test('differs from the valid one, also without letters or in capitals', () => {
    for (const key of ['1234567890', 'ABC-1234', 'abc-1234']) {
      const lines = badKeys.flatMap(([name, attempt]) =>
        name === 'two valid headers' ? [] : [attempt(key).lines ?? []],
      );
      expect(lines.filter((all) => all.length === 1 && all[0] === `OTC-API-Key: ${key}`)).toEqual([]);
    }
    const valid = `Authorization: Bearer ${signToken(config)}`;
    for (const [name, attempt] of badTokens) expect(attempt(config).lines?.[0], name).not.toBe(valid);
  });
});

test('a pattern of exceptions matches every title, whatever its flags are', () => {
  const exceptions = [{ reason: 'known', cases: [/a title/g] }];
  const titles = ['a title 1', 'a title 2', 'a title 3'];
  expect([...findExceptions(exceptions, titles).keys()]).toEqual(titles);
  for (let round = 0; round < 2; round += 1) expect(findExceptions(exceptions, ['a title']).size).toBe(1);
});

test('a host that cannot be closed fails its case, and its process still reports uncaught exceptions', async () => {
  const before = process.listeners('uncaughtException');
  const running = { url: 'http://127.0.0.1:1', close: () => Promise.reject(new Error('not closed')) };
  const subject = {
    mount: () => running,
    createServer: () => ({ paths: [], handle: () => undefined }),
    schemas: createResponseSchemas(),
  };
  // Other tests of the process may have listeners, too.
  let added: readonly NodeJS.UncaughtExceptionListener[] = [];
  const hostCase = {
    title: 'starts',
    run: async (host: HostUnderTest) => {
      const isNew = (listener: NodeJS.UncaughtExceptionListener): boolean => !before.includes(listener);
      added = process.listeners('uncaughtException').filter(isNew);
      await host.start();
    },
  };
  await expect(runHostCase(hostCase, subject, 'unread')).rejects.toThrow('not closed');
  const watching = added.filter(({ name }) => name === 'onException');
  expect(watching).toHaveLength(1);
  expect(process.listeners('uncaughtException')).not.toContain(watching[0]);
});
