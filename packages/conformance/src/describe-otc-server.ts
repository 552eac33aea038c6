import { type CaseGroup, isSkip, type OtcCase } from './cases/otc-case.ts';
import { otcSuite } from './cases/otc-suite.ts';
import { missingNeeds } from './run-case.ts';
import { connectOtcServer } from './subject/connect-otc-server.ts';
import type { Need, OtcServer, OtcServerOptions } from './subject/otc-server.ts';

/** What is needed of a test runner, in vitest's shape. */
export interface TestRunner {
  describe(title: string, body: () => void): unknown;
  beforeAll(body: () => Promise<void>): unknown;
  afterAll(body: () => Promise<void>): unknown;
  readonly test: {
    (title: string, body: (context: RunningTest) => Promise<void>): unknown;
    skip(title: string, body: () => void): unknown;
  };
}

/** What a running test can do with itself. */
export interface RunningTest {
  skip(reason: string): void;
}

/** A server started for tests. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server for tests. */
export type StartServer = () => Promise<RunningServer>;

/** A server started in a state of its own, with what to know of it. */
export interface ServerVariant extends Omit<OtcServerOptions, 'state'> {
  readonly start: StartServer;
}

/** What to know of a server under test, and which states it can be started in. */
export interface DescribeOptions extends Omit<OtcServerOptions, 'state'> {
  /**
   * What to do with advised cases, which the standard's text does not demand: test runners know no warning,
   * so they are tests like the others by default.
   */
  readonly advised?: 'test' | 'skip';
  /** What the server must turn out to have, so that no case is skipped by mistake. */
  readonly expects?: readonly Need[];
  readonly variants?: {
    /** The same server without any tool. */
    readonly empty?: StartServer;
    /** The same server after it was told to stop, while it still answers. */
    readonly draining?: StartServer;
    /** The same server requiring credentials, which `headers` carries. */
    readonly credentials?: ServerVariant;
  };
}

/** Declares the suite with a test runner. */
export interface Describe {
  /** Runs the whole suite as tests against a server, and the cases about other states against its variants. */
  readonly describeOtcServer: (name: string, start: StartServer, options?: DescribeOptions) => void;
  /** Runs groups of cases as tests against one server, started once for all of them. */
  readonly describeCases: (suite: readonly CaseGroup[], start: StartServer, options?: CasesOptions) => void;
}

/** What to know of the server that some groups of cases run against. */
export interface CasesOptions extends OtcServerOptions, Pick<DescribeOptions, 'advised' | 'expects'> {}

const states = ['empty', 'draining', 'credentials'] as const;
type State = (typeof states)[number];

/** Makes `describeOtcServer` and `describeCases` for a test runner. */
export function createDescribe(runner: TestRunner): Describe {
  const describeCases: Describe['describeCases'] = (suite, start, options = {}) => {
    const { advised = 'test', expects = [], ...facts } = options;
    let running: RunningServer | undefined;
    let server: OtcServer;
    runner.beforeAll(async () => {
      running = await start();
      server = await connectOtcServer(running.url, facts);
      const missing = expects.filter((need) => !server.has.has(need));
      if (missing.length > 0) throw new Error(`The server was expected to have ${missing.join(' and ')}, and has not.`);
    });
    runner.afterAll(async () => running?.close());
    const declare = ({ title, cases }: CaseGroup): void => {
      runner.describe(title, () => {
        for (const otcCase of cases) {
          if (advised === 'skip' && otcCase.grade === 'advised') runner.test.skip(titleOf(otcCase), () => undefined);
          else runner.test(titleOf(otcCase), (context) => runAsTest(otcCase, server, context));
        }
      });
    };
    suite.filter((group) => group.cases.length > 0).forEach(declare);
  };

  const describeState = (state: State, variant: ServerVariant | undefined, advised: 'test' | 'skip' = 'test'): void => {
    const suite = otcSuite.map((group) => only(group, ({ needs = [] }) => needs.includes(state)));
    if (variant !== undefined) {
      const { start, ...facts } = variant;
      runner.describe(`as a server that is ${state}`, () => {
        describeCases(suite, start, { ...facts, advised, state });
      });
      return;
    }
    // Seen as skipped, and not silently left out.
    runner.describe(`as a server that is ${state} (no variant given)`, () => {
      for (const { cases } of suite) {
        for (const otcCase of cases) runner.test.skip(titleOf(otcCase), () => undefined);
      }
    });
  };

  const describeOtcServer: Describe['describeOtcServer'] = (name, start, { variants = {}, ...options } = {}) => {
    const { empty, draining, credentials } = variants;
    runner.describe(name, () => {
      describeCases(otcSuite.map(withoutStates), start, options);
      describeState('empty', empty && { start: empty }, options.advised);
      describeState('draining', draining && { start: draining }, options.advised);
      describeState('credentials', credentials, options.advised);
    });
  };

  return { describeOtcServer, describeCases };
}

async function runAsTest(otcCase: OtcCase, server: OtcServer, context: RunningTest): Promise<void> {
  const missing = missingNeeds(otcCase, server);
  if (missing !== undefined) return context.skip(missing);
  try {
    await otcCase.run(server);
  } catch (error) {
    if (isSkip(error)) return context.skip(error.message);
    throw error;
  }
}

function titleOf({ title, requirements }: OtcCase): string {
  return `${title} (${requirements.join(' ')})`;
}

function withoutStates(group: CaseGroup): CaseGroup {
  return only(group, ({ needs = [] }) => !states.some((state) => needs.includes(state)));
}

function only(group: CaseGroup, wanted: (otcCase: OtcCase) => boolean): CaseGroup {
  return { title: group.title, cases: group.cases.filter(wanted) };
}
