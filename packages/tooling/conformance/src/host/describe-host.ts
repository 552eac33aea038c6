import { checkNames, type NamesOf } from '@toolwire/internal';
import { type CaseGroup, titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import type { ServerState } from '../client/otc-server.ts';
import { environmentCanary, environmentName, findFragment, inputCanary, secretCanaries } from '../fixtures/canaries.ts';
import { declareTests, findExceptions, type ReasonsByTitle, runAsTest } from '../runners/declare-tests.ts';
import { createDescribeOtcServer } from '../runners/describe-otc-server.ts';
import type { StartServer } from '../runners/running-server.ts';
import type { TestRunner } from '../runners/test-runner.ts';
import { createResponseSchemas } from '../schemas/response-schemas.ts';
import { type FaultWatch, watchFaults } from './fault-watch.ts';
import type { Bodies, HostOptions, HostSubject, MountHost } from './host-app.ts';
import { hostSuite, runHostCase } from './host-suite.ts';
import { createRecordingLogger } from './recording-logger.ts';
import { sampleCases } from './sample-cases.ts';
import { hostCredentials, startOtc } from './start-otc.ts';

/** Runs the host suite and every case of the standard as tests. */
export type DescribeHost = (name: string, mount: MountHost, options: HostOptions) => void;

const optionNames: NamesOf<HostOptions> = { createServer: true, bodies: true, cases: true, exceptions: true };

/** The title of the test for unhandled errors during the cases of the standard. */
const faultsTitle = 'the suite causes no unhandled rejection and no uncaught exception';
const faultsFullTitle = `the standard: ${faultsTitle}`;

const otcTitles = otcSuite.flatMap(titlesOf);
const allTitles = [...hostSuite.flatMap(titlesOf), ...otcTitles, faultsFullTitle];

/** Creates `describeHost` for a test runner. */
export function createDescribeHost(runner: TestRunner): DescribeHost {
  return (name, mount, options) => {
    checkNames('describeHost()', options, optionNames);
    const subject = { mount, createServer: options.createServer, schemas: createResponseSchemas() };
    const { bodies: modes = ['unread', 'parsed'], cases = 'all', exceptions = [] } = options;
    findExceptions(exceptions, allTitles);
    runner.describe(name, () => {
      for (const bodies of modes) {
        const applicable = exceptions.filter((exception) => (exception.bodies ?? bodies) === bodies);
        const reasons = findExceptions(applicable, allTitles);
        const suite = cases === 'all' ? otcSuite : sampleCases(reasons);
        runner.describe(`bodies ${bodies}`, () => {
          declareTests(runner, {
            groups: hostSuite,
            reasons,
            testTitle: ({ title }) => title,
            run: (hostCase) => runHostCase(hostCase, subject, bodies),
          });
          runner.describe('the standard', () => describeOtcSuite(runner, { subject, bodies, suite, reasons }));
        });
      }
    });
  };
}

/** The standard on a host, with one way in which bodies reach the tools. */
interface HostRun {
  readonly subject: HostSubject;
  readonly bodies: Bodies;
  readonly suite: readonly CaseGroup[];
  readonly reasons: ReasonsByTitle;
}

/** Declares the cases of the standard as tests, and two tests of the process and the log during these cases. */
function describeOtcSuite(runner: TestRunner, { subject, bodies, suite, reasons }: HostRun): void {
  const log = createRecordingLogger();
  const start = (state?: ServerState): StartServer => startOtc(subject, bodies, log, state);
  let watch: FaultWatch | undefined;
  runner.beforeAll(async () => {
    watch = watchFaults();
    process.env[environmentName] = environmentCanary;
  });
  runner.afterAll(async () => {
    delete process.env[environmentName];
    // Its test may not have run.
    await watch?.end();
  });
  createDescribeOtcServer(runner)('Open Tool Calling 1.0', start(), {
    suite,
    expects: ['documents', 'fixtures'],
    exceptions: [...reasons]
      .filter(([title]) => otcTitles.includes(title))
      .map(([title, reason]) => ({ reason, cases: [title] })),
    variants: {
      empty: start('empty'),
      draining: start('draining'),
      credentials: { start: start('credentials'), credentials: hostCredentials },
    },
  });
  const expectNoFaults = async (): Promise<void> => {
    const faults = (await watch?.end()) ?? [];
    if (faults.length > 0) throw new Error(faults.join('\n'));
  };
  runner.test(faultsTitle, (context) => runAsTest(expectNoFaults, context, reasons.get(faultsFullTitle)));
  runner.test('the log contains no token, secret, credential or refused input', async () =>
    expectNoSecrets(log.text()),
  );
}

/** Every JWT begins with these characters. */
const tokenStart = 'eyJ';

function expectNoSecrets(log: string): void {
  if (log === '') {
    throw new Error('The log is empty: no case ran, or the server does not use the logger of its options.');
  }
  const { apiKey, jwt } = hostCredentials;
  const fragments = [...secretCanaries, apiKey, jwt.secret].map((secret) => findFragment(log, secret));
  const leak = [...fragments, ...[tokenStart, inputCanary].filter((text) => log.includes(text))].find(Boolean);
  if (leak === undefined) return;
  const line = log.split('\n').find((entry) => entry.includes(leak)) ?? '';
  throw new Error(`Log: expected no '${leak}', got ${line.slice(0, 500)}`);
}
