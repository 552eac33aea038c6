import { expect, it } from 'vitest';
import { createClient } from '../src/index.ts';
import { done, scriptedFetch } from './scripted-fetch.ts';

it('a health check refuses `retry`, because it is one request', async () => {
  const client = createClient({ url: 'https://tools.example.com', fetch: scriptedFetch() });
  const options: object = { retry: false };
  await expect(client.health(options)).rejects.toMatchObject({ code: 'TW_OPTION_UNKNOWN' });
});

it('an unknown retry option of a call is reported as such', async () => {
  const client = createClient({ url: 'https://tools.example.com', fetch: scriptedFetch() });
  const retry: object = { attempts: 2 };
  await expect(client.call('Mail.Send', {}, { retry })).rejects.toThrow('retry of a call');
});

it.each<object>([{ retry: { maxAttempts: 0 } }, { requirements: { secrets: () => 'value' } }])(
  'createClient() refuses %j',
  (options) => {
    expect(() => createClient({ url: 'https://tools.example.com', ...options })).toThrow(/maxAttempts|secrets/);
  },
);

it.each([{ callId: 'a' }, { context: {} }, { follow: false }, { timeout: 1 }])(
  'a listing and a health check refuse the option %j, which would be ignored',
  async (unknown) => {
    const options: object = unknown;
    const client = createClient({ url: 'https://tools.example.com', fetch: scriptedFetch() });
    await expect(client.list(options)).rejects.toMatchObject({ code: 'TW_OPTION_UNKNOWN' });
    await expect(client.health(options)).rejects.toMatchObject({ code: 'TW_OPTION_UNKNOWN' });
  },
);

it('a call with an unknown option is refused before its requirements are read', async () => {
  const fetch = scriptedFetch(done());
  const requirements = { userId: () => 'user' };
  const client = createClient({ url: 'https://tools.example.com', fetch, requirements });
  await expect(client.call('Mail.Send', {}, { timeout: 1 } as object)).rejects.toMatchObject({
    code: 'TW_OPTION_UNKNOWN',
  });
  expect(fetch).not.toHaveBeenCalled();
});
