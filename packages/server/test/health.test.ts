import { otc } from '@toolwire/otc';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
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
/** Longer than a result is cached. */
const cachedMs = 1_001;

afterEach(() => vi.useRealTimers());

describe('OTC-HLTH-04: a server whose app has a health check', () => {
  test.each<[number, string, NonNullable<ToolServerOptions['health']>]>([
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
    vi.useFakeTimers();
    const { probe, logger } = serverWith(check);
    const first = probe();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await first, await probe()]).toEqual([503, 503]);
    await vi.advanceTimersByTimeAsync(cachedMs);
    expect(await probe()).toBe(503);
    expect(check).toHaveBeenCalledTimes(1);
    expect(logger.records).toMatchObject([{ level: 'warn', fields: { reason: 'the check timed out' } }]);
  });

  test('runs the check once for concurrent probes, and again when the result expires', async () => {
    const check = vi.fn(async () => true);
    vi.useFakeTimers();
    const { probe } = serverWith(check);
    const statuses = await Promise.all(Array.from({ length: 100 }, () => probe()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await probe();
    expect(check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(cachedMs);
    await probe();
    expect(check).toHaveBeenCalledTimes(2);
  });

  test('passes nothing of the request to the check', async () => {
    const check = vi.fn(() => true);
    await serverWith(check).probe();
    expect(check).toHaveBeenCalledExactlyOnceWith();
  });

  test('logs a failure and the recovery once each, and sends no details', async () => {
    let fails = true;
    const check = (): boolean | Promise<boolean> => (fails ? Promise.reject(new Error('ECONNREFUSED 10.0.0.7')) : true);
    vi.useFakeTimers();
    const { server, probe, logger } = serverWith(check);
    await probe();
    expect((await send(server, hostRequest('GET', '/health')))?.json).toEqual({
      status: 'unavailable',
      reason: "The app's health check fails.",
    });
    fails = false;
    await vi.advanceTimersByTimeAsync(cachedMs);
    expect([await probe(), await probe()]).toEqual([200, 200]);
    expect(logger.records).toMatchObject([
      { level: 'warn', fields: { reason: 'the check threw', error: { message: 'ECONNREFUSED 10.0.0.7' } } },
      { level: 'info', message: 'Health check of the app recovered' },
    ]);
  });

  test('responds 503 while it stops, whatever the check returns, and still accepts calls', async () => {
    let resolve = (_isHealthy: boolean): void => undefined;
    const check = vi.fn(() => new Promise<boolean>((given) => void (resolve = given)));
    const { server, probe } = serverWith(check);
    const before = probe();
    await vi.waitFor(() => expect(check).toHaveBeenCalled());
    server.stop.announce();
    resolve(true);
    expect([await before, await probe()]).toEqual([503, 503]);
    expect(check).toHaveBeenCalledTimes(1);
  });
});

const wrong: readonly unknown[] = ['yes', {}, { check: () => true }, Promise.resolve(true), null];
test.each(wrong)('an invalid health check throws: %j', (health) => {
  expect(() => createToolServer({ tools: [], wires: [], health: health as never })).toThrow(
    /health must be a function that returns true or false/,
  );
});
