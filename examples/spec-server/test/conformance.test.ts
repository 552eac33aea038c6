import { anyOf, apiKey } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';
import { describeOtcServer } from '@toolwire/conformance/vitest';
import { listen, silentLogger, type Toolwire, toolwire } from 'toolwire';
import { expect, test } from 'vitest';
import { specServer } from '../src/spec-server.ts';

const key = 'the-key-of-ada-which-nobody-can-guess';
const tokens = { secret: 'the-secret-behind-every-good-token', audience: 'spec-server.example' };
const auth = anyOf(apiKey({ keys: { ada: key } }), jwt({ secret: tokens.secret, audiences: [tokens.audience] }));
// The documents' own instant, which their examples print.
const clock = new Date('2023-10-05T12:00:00Z');
const withFixtures = (): Toolwire => specServer({ fixtures: true, clock, logger: silentLogger });

test('the example starts', async () => {
  const { url, close } = await withFixtures().listen(0);
  expect((await fetch(`${url}/tools`)).status).toBe(200);
  await close();
});

// The same cases run every time for servers of the same parts, in the tests of the packages: for the example, with `--all`.
if (process.env['TEST_SCOPE'] === 'all') {
  describeOtcServer('the spec-server', () => withFixtures().listen(0), {
    exactTexts: true,
    variants: {
      credentials: {
        start: () => specServer({ fixtures: true, clock, auth, logger: silentLogger }).listen(0),
        credentials: { apiKey: key, jwt: tokens },
      },
      empty: () => toolwire({ tools: [] }).listen(0),
      draining: async () => {
        const server = withFixtures();
        const listening = await listen(server, 0);
        server.stop.refuse();
        return listening;
      },
    },
  });
}
