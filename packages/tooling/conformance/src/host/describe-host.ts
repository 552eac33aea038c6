import { type CaseGroup, titleOf, titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import type { ServerState } from '../client/otc-server.ts';
import { environmentCanary, environmentName, findFragment, inputCanary, secretCanaries } from '../fixtures/canaries.ts';
import type { Describe } from '../runners/describe-otc-server.ts';
import { expectException, findExceptions, type KnownException } from '../runners/known-exceptions.ts';
import type { StartServer } from '../runners/running-server.ts';
import type { TestRunner } from '../runners/test-runner.ts';
import { createResponseSchemas } from '../schemas/response-schemas.ts';
import { type FaultWatch, watchFaults } from './fault-watch.ts';
import type { Bodies, HostSubject, MountHost } from './host-app.ts';
import type { HostCase } from './host-case.ts';
import {
  checkHostOptions,
  faultsTitle,
  type HostOptions,
  type SortedExceptions,
  sortExceptions,
} from './host-options.ts';
import { hostSuite, runHostCase } from './host-suite.ts';
import { createRecordingLogger } from './loggers.ts';
import { sampleCases } from './sample-cases.ts';
import { hostCredentials, startOtc } from './start-otc.ts';

/** Runs the host suite and every case of the standard as tests. */
export type DescribeHost = (name: string, mount: MountHost, options: HostOptions) => void;

/** Creates `describeHost` for a test runner. */
export function createDescribeHost(runner: TestRunner, { describeOtcServer }: Describe): DescribeHost {
  const describeHostSuite = (subject: HostSubject, bodies: Bodies, exceptions: readonly KnownException[]): void => {
    const reasons = findExceptions(exceptions, hostSuite.flatMap(titlesOf));
    const started = new Map<HostCase, Promise<void>>();
    runner.beforeAll(async () => {
      for (const hostCase of hostSuite.flatMap(({ cases }) => cases).filter(({ waits }) => waits === true)) {
        const outcome = runHostCase(hostCase, subject, bodies);
        // Its test reports the failure later.
        outcome.catch(() => undefined);
        started.set(hostCase, outcome);
      }
    });
    for (const group of hostSuite) {
      runner.describe(group.title, () => {
        for (const hostCase of group.cases) {
          const run = (): Promise<void> => started.get(hostCase) ?? runHostCase(hostCase, subject, bodies);
          const reason = reasons.get(titleOf(group, hostCase));
          runner.test(hostCase.title, async (context) => {
            if (reason === undefined) return run();
            await expectException(run, reason);
            context.skip(reason);
          });
        }
      });
    }
  };

  const describeOtcSuite = (
    subject: HostSubject,
    bodies: Bodies,
    { otc: exceptions, faults: faultExceptions }: SortedExceptions,
    suite: readonly CaseGroup[],
  ): void => {
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
    describeOtcServer('Open Tool Calling 1.0', start(), {
      suite,
      expects: ['documents', 'fixtures'],
      exceptions,
      schemas: subject.schemas,
      variants: {
        empty: start('empty'),
        draining: start('draining'),
        credentials: { start: start('credentials'), credentials: hostCredentials },
      },
    });
    const reason = faultExceptions.find(({ cases }) => cases.length > 0)?.reason;
    const expectNoFaults = async (): Promise<void> => {
      const faults = (await watch?.end()) ?? [];
      if (faults.length > 0) throw new Error(faults.join('\n'));
    };
    runner.test(faultsTitle, async (context) => {
      if (reason === undefined) return expectNoFaults();
      await expectException(expectNoFaults, reason);
      context.skip(reason);
    });
    runner.test('the log contains no token, secret, credential or refused input', async () =>
      expectNoSecrets(log.text()),
    );
  };

  return (name, mount, options) => {
    checkHostOptions('describeHost()', options);
    const subject = { mount, createServer: options.createServer, schemas: createResponseSchemas() };
    const { bodies: modes = ['unread', 'parsed'], cases = 'all' } = options;
    runner.describe(name, () => {
      for (const bodies of modes) {
        const exceptions = sortExceptions(options, bodies);
        const suite = cases === 'all' ? otcSuite : sampleCases(exceptions.otc);
        runner.describe(`bodies ${bodies}`, () => {
          describeHostSuite(subject, bodies, exceptions.host);
          runner.describe('the standard', () => describeOtcSuite(subject, bodies, exceptions, suite));
        });
      }
    });
  };
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
