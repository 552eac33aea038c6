import { checkNames, type NamesOf } from '@toolwire/internal';
import { type CaseGroup, groupsIn, titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import {
  connectWithSchemas,
  type Need,
  type OtcServer,
  type OtcServerOptions,
  type ServerState,
} from '../client/otc-server.ts';
import { createResponseSchemas } from '../schemas/response-schemas.ts';
import { declareTests, findExceptions, type KnownException } from './declare-tests.ts';
import { skipReason } from './run-suite.ts';
import type { RunningServer, StartServer } from './running-server.ts';
import type { TestRunner } from './test-runner.ts';

/** A server in a separate state, with its connection options. */
export interface ServerVariant extends Omit<OtcServerOptions, 'state'> {
  readonly start: StartServer;
}

export interface DescribeOptions extends Omit<OtcServerOptions, 'state'> {
  /** The cases to run. Default: all cases, also the advised ones, which the standard does not require. */
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

/** Runs the whole suite as tests against a server, and the cases about other states against its variants. */
export type DescribeOtcServer = (name: string, start: StartServer, options?: DescribeOptions) => void;

const optionNames: NamesOf<DescribeOptions> = {
  headers: true,
  credentials: true,
  exactTexts: true,
  suite: true,
  expects: true,
  exceptions: true,
  variants: true,
};

const stateTitles = { empty: 'has no tools', draining: 'is draining', credentials: 'requires credentials' } as const;

/** Creates `describeOtcServer` for a test runner. */
export function createDescribeOtcServer(runner: TestRunner): DescribeOtcServer {
  return (name, start, options = {}) => {
    checkNames('describeOtcServer()', options, optionNames);
    const { variants = {}, suite = otcSuite, expects = [], exceptions = [], ...connection } = options;
    const { headers, credentials } = connection;
    const schemas = createResponseSchemas();
    const reasons = findExceptions(exceptions, suite.flatMap(titlesOf));

    const describeState = (state: ServerState | undefined, variant: ServerVariant | undefined): void => {
      let running: RunningServer | undefined;
      let server: OtcServer;
      runner.afterAll(async () => running?.close());
      declareTests(runner, {
        groups: groupsIn(suite, state),
        reasons,
        testTitle: ({ title, requirements }) => `${title} (${requirements.join(' ')})`,
        start: async () => {
          if (variant === undefined) return;
          const { start: startVariant, ...variantOptions } = variant;
          running = await startVariant();
          server = await connectWithSchemas(running.url, { ...variantOptions, state }, schemas);
          if (state === undefined) expectNeeds(server, expects);
        },
        skipReason: (otcCase) => {
          if (variant === undefined) return 'The option `variants` has no server in this state.';
          return skipReason(otcCase, server)?.message;
        },
        run: (otcCase) => otcCase.run(server),
      });
    };
    const variantOf = (startVariant: StartServer | undefined): ServerVariant | undefined =>
      startVariant && { start: startVariant, headers, credentials };
    const describeVariant = (state: ServerState, variant: ServerVariant | undefined): void =>
      void runner.describe(`as a server that ${stateTitles[state]}`, () => describeState(state, variant));

    runner.describe(name, () => {
      describeState(undefined, { ...connection, start });
      describeVariant('empty', variantOf(variants.empty));
      describeVariant('draining', variantOf(variants.draining));
      describeVariant('credentials', variants.credentials);
    });
  };
}

function expectNeeds(server: OtcServer, needs: readonly Need[]): void {
  const missing = needs.filter((need) => !server.provides.has(need));
  if (missing.length > 0) {
    throw new Error(`The server does not have ${missing.join(' and ')}, which "expects" requires.`);
  }
}
