import { expect, it } from 'vitest';
import { createClient } from '../src/index.ts';
import { done, scriptedFetch } from './scripted-fetch.ts';

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
