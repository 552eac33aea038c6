import { describeOtcServer } from '@toolwire/conformance/vitest';
import { listen, silentLogger, type Toolwire, toolwire } from 'toolwire';
import { specServer } from '../src/spec-server.ts';

const withFixtures = (): Toolwire => specServer({ fixtures: true, logger: silentLogger });

describeOtcServer('the spec-server', () => withFixtures().listen(0), {
  exactTexts: true,
  variants: {
    empty: () => toolwire({ tools: [] }).listen(0),
    draining: async () => {
      const server = withFixtures();
      const listening = await listen(server, { port: 0 });
      server.stop.refuse();
      return listening;
    },
  },
});
