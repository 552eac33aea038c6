import { createCaller, silentLogger } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';
import { specServer } from '../src/spec-server.ts';

describe('the settings of the spec-server', () => {
  test('match the spec without environment variables', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      fixtures: false,
      mcpFixtures: false,
      auth: undefined,
      clock: undefined,
      warnings: [],
    });
  });

  test('accept callers with one of several named keys', async () => {
    const { auth } = readSettings({ API_KEYS: `ada:${'a'.repeat(32)}, ${'b'.repeat(32)}` });
    const idFor = async (key: string): Promise<unknown> =>
      auth?.verify({ header: (name) => (name === 'otc-api-key' ? key : undefined) });
    expect(await idFor('a'.repeat(32))).toMatchObject({ state: 'accepted', principal: { id: 'ada' } });
    expect(await idFor('b'.repeat(32))).toMatchObject({ state: 'accepted', principal: { id: 'key-2' } });
    expect(await idFor('c'.repeat(32))).toMatchObject({ state: 'rejected' });
  });

  test('return the real time, unless the clock is set', async () => {
    const tell = async (environment: Record<string, string>): Promise<unknown> => {
      const outcome = await createCaller(specServer({ ...readSettings(environment), logger: silentLogger }))(
        'System.GetTimestamp',
      );
      return outcome.kind === 'value' ? outcome.value : outcome;
    };
    expect(await tell({ CLOCK: '2023-10-05T12:00:00Z' })).toEqual({ timestamp: '2023-10-05T12:00:00Z' });
    const { timestamp } = (await tell({})) as { timestamp: string };
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000);
    expect(() => readSettings({ CLOCK: 'noon' })).toThrow(
      "CLOCK must be an instant such as 2023-10-05T12:00:00Z, not 'noon'",
    );
  });

  test('warn about weak secrets, and reject an invalid number', () => {
    expect(readSettings({ API_KEYS: 'short', JWT_SECRET: 'short' }).warnings).toHaveLength(2);
    expect(() => readSettings({ PORT: 'http' })).toThrow("PORT must be a whole number, not 'http'");
  });
});
