import { describe, expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

describe('the settings of the spec-server', () => {
  test('are those of the documents when the environment says nothing', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      fixtures: false,
      auth: undefined,
      warnings: [],
    });
  });

  test('let in callers with one of several named keys', async () => {
    const { auth } = readSettings({ API_KEYS: `ada:${'a'.repeat(32)}, ${'b'.repeat(32)}` });
    const idFor = async (key: string): Promise<unknown> =>
      auth?.verify({ header: (name) => (name === 'otc-api-key' ? key : undefined) });
    expect(await idFor('a'.repeat(32))).toMatchObject({ state: 'accepted', principal: { id: 'ada' } });
    expect(await idFor('b'.repeat(32))).toMatchObject({ state: 'accepted', principal: { id: 'key-2' } });
    expect(await idFor('c'.repeat(32))).toMatchObject({ state: 'rejected' });
  });

  test('warn about secrets that are easy to guess, and name a number that is none', () => {
    expect(readSettings({ API_KEYS: 'short', JWT_SECRET: 'short' }).warnings).toHaveLength(2);
    expect(() => readSettings({ PORT: 'http' })).toThrow("PORT must be a whole number, not 'http'");
  });
});
