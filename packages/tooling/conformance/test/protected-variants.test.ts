import { stateIn } from '../src/cases/otc-case.ts';
import { documentTools } from '../src/fixtures.ts';
import { hostCredentials as credentials } from '../src/host/start-otc.ts';
import { otcSuite } from '../src/index.ts';
import { describeOtcServer, type RunningServer } from '../src/vitest.ts';
import { startTinyServer } from './tiny-server.ts';

const start =
  (options: object = {}) =>
  (): Promise<RunningServer> =>
    startTinyServer({ tools: documentTools(), credentials, ...options });

describeOtcServer('a server that requires credentials also without tools, and while it drains', start(), {
  credentials,
  suite: otcSuite
    .filter(({ title }) => title === 'List tools' || title === 'Call tool')
    .map(({ title, cases }) => ({ title, cases: cases.filter(({ needs = [] }) => stateIn(needs) !== undefined) })),
  variants: {
    empty: start({ tools: [] }),
    draining: start({ draining: true }),
    credentials: { start: start(), credentials },
  },
});
