import { afterAll, beforeAll, describe, test } from 'vitest';
import { createDescribeHost, type DescribeHost } from './host/describe-host.ts';
import { createDescribeOtcServer, type DescribeOtcServer } from './runners/describe-otc-server.ts';
import { createVerifies, type TestRunner, type Verifies } from './runners/test-runner.ts';

export type { DescribeHost } from './host/describe-host.ts';
export type {
  Bodies,
  CreateServer,
  HostApp,
  HostException,
  HostOptions,
  HostServerOptions,
  Middleware,
  MountedServer,
  MountHost,
  ToolMount,
} from './host/host-app.ts';
export type { KnownException } from './runners/declare-tests.ts';
export type { DescribeOptions, DescribeOtcServer, ServerVariant } from './runners/describe-otc-server.ts';
export { listenOn, type RunningServer, type StartServer } from './runners/running-server.ts';

const runner: TestRunner = { afterAll, beforeAll, describe, test };

/** Runs the whole suite as vitest tests against a server, and the cases about other states against its variants. */
export const describeOtcServer: DescribeOtcServer = createDescribeOtcServer(runner);

/** Runs the host suite and every case of the standard as vitest tests. */
export const describeHost: DescribeHost = createDescribeHost(runner);

/** Declares a vitest test that verifies one requirement or several. */
export const verifies: Verifies<() => unknown> = createVerifies(
  test as (title: string, body: () => unknown) => unknown,
);
