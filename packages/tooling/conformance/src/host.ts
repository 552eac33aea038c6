export { createDescribeHost, type DescribeHost } from './host/describe-host.ts';
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
export type { HostCase, HostCaseGroup, HostUnderTest, StartedApp } from './host/host-case.ts';
export type { HostException, HostOptions } from './host/host-options.ts';
export { hostSuite } from './host/host-suite.ts';
export { type HostResult, runHost } from './host/run-host.ts';
export { listenOn, type RunningServer } from './runners/running-server.ts';
