import { apiKey } from '@toolwire/auth';
import { describeOtcServer } from '@toolwire/conformance/vitest';
import { listen, silentLogger, type Toolwire, toolwire } from 'toolwire';
import { specServer } from '../src/spec-server.ts';

const key = 'the-key-of-ada-which-nobody-can-guess';
const withFixtures = (): Toolwire => specServer({ fixtures: true, logger: silentLogger });

describeOtcServer('the spec-server', () => withFixtures().listen(0), {
  exactTexts: true,
  variants: {
    credentials: {
      start: () => specServer({ fixtures: true, auth: apiKey({ keys: { ada: key } }), logger: silentLogger }).listen(0),
      headers: { 'otc-api-key': key },
    },
    empty: () => toolwire({ tools: [] }).listen(0),
    draining: async () => {
      const server = withFixtures();
      const listening = await listen(server, { port: 0 });
      server.stop.refuse();
      return listening;
    },
  },
});
