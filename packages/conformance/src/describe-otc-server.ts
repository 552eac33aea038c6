import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import { type CaseGroup, CaseSkipped, type OtcCase } from './cases/otc-case.ts';
import { otcSuite } from './cases/otc-suite.ts';
import { missingNeeds } from './run-case.ts';
import { connectOtcServer, type OtcServer, type OtcServerOptions } from './subject/otc-server.ts';

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
   * What to do with advised cases, which the standard's text does not demand: vitest knows no warning,
   * so they are tests like the others by default.
   */
  readonly advised?: 'test' | 'skip';
  readonly variants?: {
    /** The same server without any tool. */
    readonly empty?: StartServer;
    /** The same server after it was told to stop, while it still answers. */
    readonly draining?: StartServer;
    /** The same server requiring credentials, which `headers` carries. */
    readonly credentials?: ServerVariant;
  };
}

/** Runs the whole suite as vitest tests against a server, and the cases about other states against its variants. */
export function describeOtcServer(name: string, start: StartServer, options: DescribeOptions = {}): void {
  const { variants = {}, advised = 'test', ...facts } = options;
  describe(name, () => {
    describeCases(otcSuite.map(withoutStates), start, facts, advised);
    describeState('empty', variants.empty && { start: variants.empty }, advised);
    describeState('draining', variants.draining && { start: variants.draining }, advised);
    describeState('credentials', variants.credentials, advised);
  });
}

const states = ['empty', 'draining', 'credentials'] as const;
type State = (typeof states)[number];

function describeState(state: State, variant: ServerVariant | undefined, advised: 'test' | 'skip'): void {
  const suite = otcSuite.map((group) => only(group, (otcCase) => otcCase.needs?.includes(state) ?? false));
  if (variant === undefined) {
    // Seen as skipped, and not silently left out.
    const cases = suite.flatMap((group) => group.cases);
    describe(`as a server that is ${state} (no variant given)`, () => {
      for (const otcCase of cases) test.skip(titleOf(otcCase), () => undefined);
    });
    return;
  }
  const { start, ...facts } = variant;
  describe(`as a server that is ${state}`, () => describeCases(suite, start, { ...facts, state }, advised));
}

/** Runs groups of cases as vitest tests against one server, started once for all of them. */
export function describeCases(
  suite: readonly CaseGroup[],
  start: StartServer,
  options: OtcServerOptions = {},
  advised: 'test' | 'skip' = 'test',
): void {
  let running: RunningServer | undefined;
  let server: OtcServer;
  beforeAll(async () => {
    running = await start();
    server = await connectOtcServer(running.url, options);
  });
  afterAll(async () => running?.close());
  for (const { title, cases } of suite.filter((group) => group.cases.length > 0)) {
    describe(title, () => {
      for (const otcCase of cases) {
        const declare = advised === 'skip' && otcCase.grade === 'advised' ? test.skip : test;
        declare(titleOf(otcCase), (context) => runAsTest(otcCase, server, context));
      }
    });
  }
}

async function runAsTest(otcCase: OtcCase, server: OtcServer, context: TestContext): Promise<void> {
  const missing = missingNeeds(otcCase, server);
  if (missing !== undefined) return context.skip(missing);
  try {
    await otcCase.run(server);
  } catch (error) {
    if (error instanceof CaseSkipped) return context.skip(error.message);
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
