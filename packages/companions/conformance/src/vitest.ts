import { afterAll, beforeAll, describe, test } from 'vitest';
import { createDescribeHost, type DescribeHost } from './describe-host.ts';
import { createDescribe, type Describe } from './describe-otc-server.ts';
import type { TestRunner } from './test-runner.ts';
import { createVerifies, type Verifies } from './verifies.ts';

export type { DescribeHost } from './describe-host.ts';
export type { CasesOptions, Describe, DescribeOptions, ServerVariant } from './describe-otc-server.ts';
export type {
  Bodies,
  CreateServer,
  HostApp,
  HostServerOptions,
  Middleware,
  MountedServer,
  MountHost,
  ToolMount,
} from './host/host-app.ts';
export type { HostException, HostOptions } from './host/host-options.ts';
export { listenOn } from './host/listen-on.ts';
export type { KnownException } from './known-exceptions.ts';
export type { RunningServer, StartServer } from './running-server.ts';

const runner: TestRunner = { afterAll, beforeAll, describe, test };
const suite: Describe = createDescribe(runner);

/** Runs the whole suite as vitest tests against a server, and the cases about other states against its variants. */
export const describeOtcServer: Describe['describeOtcServer'] = suite.describeOtcServer;

/** Runs groups of cases as vitest tests against one server, started once for all of them. */
export const describeCases: Describe['describeCases'] = suite.describeCases;

/** Runs as vitest tests what must hold on every host, and every case of the standard on this one. */
export const describeHost: DescribeHost = createDescribeHost(runner, suite);

/** Declares a vitest test that verifies one requirement or several. */
export const verifies: Verifies<() => unknown> = createVerifies(
  test as (title: string, body: () => unknown) => unknown,
);
