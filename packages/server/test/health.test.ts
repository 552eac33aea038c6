import { otc } from '@toolwire/otc';
import { describe, expect, test, vi } from 'vitest';
import { createToolServer, type HealthOptions, type ToolServerOptions } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

/** A server with a custom check, and its health response. */
function serverWith(health: ToolServerOptions['health']) {
  const logger = recordingLogger();
  const server = createToolServer({ tools: [], wires: [otc()], logger, ...(health && { health }) });
  const probe = async (method = 'GET'): Promise<number | undefined> =>
    (await server.handle(hostRequest(method, '/health')))?.status;
  return { server, logger, probe };
}

const never = (): Promise<boolean> => new Promise(() => undefined);

describe('OTC-HLTH-04: a server whose app has a health check', () => {
  test.each<[number, string, HealthOptions['check']]>([
    [200, 'says yes', () => true],
    [200, 'says yes later', async () => true],
    [503, 'says no', () => false],
    [503, 'says no later', async () => false],
    [503, 'rejects', () => Promise.reject(new Error('ECONNREFUSED'))],
    [503, 'says something else', () => 'yes' as unknown as boolean],
    [
      503,
      'throws',
      () => {
        throw new Error('ECONNREFUSED');
      },
    ],
  ])('responds with %i while the check %s', async (status, _how, check) => {
    const { probe } = serverWith(check);
    expect(await probe()).toBe(status);
    expect(await probe('HEAD')).toBe(status);
  });

  test('responds 503 if the check times out, and starts no second one while it hangs', async () => {
    const check = vi.fn(never);
    const { probe, logger } = serverWith({ check, timeoutMs: 5, cacheMs: 0 });
    expect([await probe(), await probe(), await probe()]).toEqual([503, 503, 503]);
    expect(check).toHaveBeenCalledTimes(1);
    expect(logger.records).toMatchObject([{ level: 'warn', fields: { reason: 'the check timed out' } }]);
  });

  test('runs the check once for concurrent probes, and again when the result expires', async () => {
    const check = vi.fn(async () => true);
    const { probe } = serverWith({ check, cacheMs: 60_000 });
    const statuses = await Promise.all(Array.from({ length: 100 }, () => probe()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await probe();
    expect(check).toHaveBeenCalledTimes(1);
    const fresh = vi.fn(async () => true);
    const other = serverWith({ check: fresh, cacheMs: 0 });
    await other.probe();
    await other.probe();
    expect(fresh).toHaveBeenCalledTimes(2);
  });

  test('passes nothing of the request to the check', async () => {
    const check = vi.fn(() => true);
    await serverWith(check).probe();
    expect(check).toHaveBeenCalledExactlyOnceWith();
  });

  test('logs a failure and the recovery once each, and sends no details', async () => {
    let fails = true;
    const check = (): boolean | Promise<boolean> => (fails ? Promise.reject(new Error('ECONNREFUSED 10.0.0.7')) : true);
    const { server, probe, logger } = serverWith({ check, cacheMs: 0 });
    await probe();
    expect((await send(server, hostRequest('GET', '/health')))?.json).toEqual({
      status: 'unavailable',
      reason: "The app's health check fails.",
    });
    fails = false;
    expect([await probe(), await probe()]).toEqual([200, 200]);
    expect(logger.records).toMatchObject([
      { level: 'warn', fields: { reason: 'the check threw', error: { message: 'ECONNREFUSED 10.0.0.7' } } },
      { level: 'info', message: 'Health check of the app recovered' },
    ]);
  });

  test('responds 503 while it stops, whatever the check returns, and still accepts calls', async () => {
    let resolve = (_isHealthy: boolean): void => undefined;
    const check = vi.fn(() => new Promise<boolean>((given) => void (resolve = given)));
    const { server, probe } = serverWith({ check, cacheMs: 0 });
    const before = probe();
    await vi.waitFor(() => expect(check).toHaveBeenCalled());
    server.stop.announce();
    resolve(true);
    expect([await before, await probe()]).toEqual([503, 503]);
    expect(check).toHaveBeenCalledTimes(1);
  });
});

const well = (): boolean => true;
const wrong: readonly unknown[] = [
  'yes',
  {},
  { check: 1 },
  { check: well, timeoutMs: 0 },
  { check: well, cacheMs: -1 },
  null,
];
test.each(wrong)('an invalid health check throws: %j', (health) => {
  expect(() => createToolServer({ tools: [], wires: [], health: health as never })).toThrow(
    /health must be a function that returns true or false/,
  );
});
