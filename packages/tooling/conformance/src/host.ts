export { createDescribeHost, type DescribeHost } from './host/describe-host.ts';
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
export { listenOn, type RunningServer } from './runners/running-server.ts';
