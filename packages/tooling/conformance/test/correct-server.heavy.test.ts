import { otcSuite } from '../src/cases/otc-suite.ts';
import { documentTools } from '../src/fixtures.ts';
import { hostCredentials as credentials } from '../src/host/start-otc.ts';
import { describeOtcServer, type RunningServer } from '../src/vitest.ts';
import { startTinyServer } from './tiny-server.ts';

const tools = documentTools();
const start =
  (options: object = {}) =>
  (): Promise<RunningServer> =>
    startTinyServer({ tools, ...options });

// Hand-written, and independent of toolwire: it implements only the requirements of the standard.
describeOtcServer('a small server written by hand', start(), {
  suite: otcSuite.map(({ title, cases }) => ({ title, cases: cases.filter(({ grade }) => grade !== 'advised') })),
  expects: ['documents'],
  variants: {
    empty: start({ tools: [] }),
    draining: start({ draining: true }),
    credentials: { start: start({ credentials }), credentials },
  },
});
