import { checkNames, mergeOptions, type NamesOf } from '@toolwire/internal';
import { type CaseGroup, casesOf, isSkip, type OtcCase, titleOf, titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import { connectOtcServer } from '../client/connect-otc-server.ts';
import type { Need, OtcServer, OtcServerOptions, ServerState } from '../client/otc-server.ts';
import { createResponseSchemas } from '../schemas/response-schemas.ts';
import { exceptionsAmong, expectException, findExceptions, type KnownException } from './known-exceptions.ts';
import { missingNeeds } from './run-suite.ts';
import type { RunningServer, StartServer } from './running-server.ts';
import type { RunningTest, TestRunner } from './test-runner.ts';

/** A server in a separate state, with its connection options. */
export interface ServerVariant extends Omit<OtcServerOptions, 'state'> {
  readonly start: StartServer;
}

/** Options for checking a server. */
export interface DescribeOptions extends Omit<OtcServerOptions, 'state'> {
  /**
   * What to do with advised cases, which the standard does not require. Test runners have no warnings, so advised cases are tests by
   * default.
   */
  readonly advised?: 'test' | 'skip' | undefined;
  /** The cases to run. Default: all cases of the standard. */
  readonly suite?: readonly CaseGroup[] | undefined;
  /** What the server must have, so that no case is skipped by mistake. */
  readonly expects?: readonly Need[] | undefined;
  /** Cases that the server cannot pass, with the reason. Each is run, and fails if it passes. */
  readonly exceptions?: readonly KnownException[] | undefined;
  /** The same server in other states, for the cases about those states. Without a variant, its cases are skipped. */
  readonly variants?:
    | {
        /** The same server without any tool. */
        readonly empty?: StartServer | undefined;
        /** The same server during a graceful shutdown, while it still responds. */
        readonly draining?: StartServer | undefined;
        /** The same server with authentication. `headers` contains valid credentials. */
        readonly credentials?: ServerVariant | undefined;
      }
    | undefined;
}

export interface Describe {
  /** Runs the whole suite as tests against a server, and the cases about other states against its variants. */
  readonly describeOtcServer: (name: string, start: StartServer, options?: DescribeOptions) => void;
  /** Runs groups of cases as tests against one server, started once for all of them. */
  readonly describeCases: (suite: readonly CaseGroup[], start: StartServer, options?: CasesOptions) => void;
}

/** Options for `describeCases`. */
export interface CasesOptions extends OtcServerOptions, Pick<DescribeOptions, 'advised' | 'expects' | 'exceptions'> {}

const optionNames: NamesOf<DescribeOptions> = {
  headers: true,
  credentials: true,
  exactTexts: true,
  schemas: true,
  advised: true,
  suite: true,
  expects: true,
  exceptions: true,
  variants: true,
};

const stateTitles = { empty: 'has no tools', draining: 'is draining', credentials: 'requires credentials' } as const;

/** Creates `describeOtcServer` and `describeCases` for a test runner. */
export function createDescribe(runner: TestRunner): Describe {
  const describeCases: Describe['describeCases'] = (suite, start, options = {}) => {
    const { advised = 'test', expects = [], exceptions = [], ...connection } = options;
    const reasons = findExceptions(exceptions, suite.flatMap(titlesOf));
    let running: RunningServer | undefined;
    let server: OtcServer;
    const startedCases = new Map<OtcCase, Promise<void>>();
    runner.beforeAll(async () => {
      running = await start();
      server = await connectOtcServer(running.url, connection);
      const missing = expects.filter((need) => !server.provides.has(need));
      if (missing.length > 0) {
        throw new Error(`The server does not have ${missing.join(' and ')}, which "expects" requires.`);
      }
      for (const otcCase of suite.flatMap(({ cases }) => cases)) {
        if (otcCase.waits !== true || missingNeeds(otcCase, server) !== undefined) continue;
        const outcome = otcCase.run(server);
        // Its test reports the failure later.
        outcome.catch(() => undefined);
        startedCases.set(otcCase, outcome);
      }
    });
    runner.afterAll(async () => running?.close());
    const declare = (group: CaseGroup): void => {
      runner.describe(group.title, () => {
        for (const otcCase of group.cases) {
          if (advised === 'skip' && otcCase.grade === 'advised') {
            runner.test.skip(`${testTitleOf(otcCase)} (skipped: only advised)`, () => undefined);
            continue;
          }
          const reason = reasons.get(titleOf(group, otcCase));
          const run = (): Promise<void> => startedCases.get(otcCase) ?? otcCase.run(server);
          runner.test(testTitleOf(otcCase), (context) => {
            const missing = missingNeeds(otcCase, server);
            return missing === undefined ? runAsTest(run, context, reason) : skip(context, missing);
          });
        }
      });
    };
    suite.filter((group) => group.cases.length > 0).forEach(declare);
  };

  const describeState = (
    state: ServerState,
    variant: ServerVariant | undefined,
    all: readonly CaseGroup[],
    options: CasesOptions,
  ): void => {
    const suite = casesOf(all, state);
    if (variant !== undefined) {
      const { start, ...connection } = variant;
      const { advised = 'test', exceptions = [] } = options;
      const applicable = exceptionsAmong(exceptions, suite.flatMap(titlesOf));
      runner.describe(`as a server that ${stateTitles[state]}`, () => {
        describeCases(suite, start, {
          schemas: options.schemas,
          ...connection,
          advised,
          exceptions: applicable,
          state,
        });
      });
      return;
    }
    // The report shows these cases as skipped.
    runner.describe(`as a server that ${stateTitles[state]} (no variant given)`, () => {
      for (const { cases } of suite) {
        for (const otcCase of cases) {
          runner.test.skip(`${testTitleOf(otcCase)} (skipped: no variant given)`, () => undefined);
        }
      }
    });
  };

  const describeOtcServer: Describe['describeOtcServer'] = (name, start, options = {}) => {
    checkNames('describeOtcServer()', options, optionNames);
    const { variants = {}, suite: all = otcSuite, ...rest } = options;
    const casesOptions = mergeOptions({ schemas: createResponseSchemas() }, rest);
    const { empty, draining, credentials } = variants;
    const { exceptions = [], headers, credentials: ownCredentials } = casesOptions;
    findExceptions(exceptions, all.flatMap(titlesOf));
    const suite = casesOf(all, undefined);
    runner.describe(name, () => {
      describeCases(suite, start, {
        ...casesOptions,
        exceptions: exceptionsAmong(exceptions, suite.flatMap(titlesOf)),
      });
      const access = { headers, credentials: ownCredentials };
      describeState('empty', empty && { start: empty, ...access }, all, casesOptions);
      describeState('draining', draining && { start: draining, ...access }, all, casesOptions);
      describeState('credentials', credentials, all, casesOptions);
    });
  };

  return { describeOtcServer, describeCases };
}

async function skip(context: RunningTest, reason: string): Promise<void> {
  context.skip(reason);
}

async function runAsTest(run: () => Promise<void>, context: RunningTest, reason: string | undefined): Promise<void> {
  if (reason !== undefined) {
    await expectException(run, reason);
    return context.skip(reason);
  }
  try {
    await run();
  } catch (error) {
    if (isSkip(error)) return context.skip(error.message);
    throw error;
  }
}

function testTitleOf({ title, requirements }: OtcCase): string {
  return `${title} (${requirements.join(' ')})`;
}
