import { documentTools } from '../src/fixtures.ts';
import { hostCredentials as credentials } from '../src/host/start-otc.ts';
import { describeOtcServer, type RunningServer } from '../src/vitest.ts';
import { startTinyServer } from './tiny-server.ts';

const tools = documentTools();
const start =
  (options: object = {}) =>
  (): Promise<RunningServer> =>
    startTinyServer({ tools, ...options });

// Written by hand, and by other rules than toolwire: what the standard demands, and nothing of our own taste.
describeOtcServer('a small server written by hand', start(), {
  advised: 'skip',
  expects: ['documents'],
  variants: {
    empty: start({ tools: [] }),
    draining: start({ draining: true }),
    credentials: { start: start({ credentials }), credentials },
  },
});
