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
export type { HostException, HostOptions } from './host/host-options.ts';
export { listenOn, type RunningServer } from './runners/running-server.ts';
