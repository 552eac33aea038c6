export { type Fields, isObject, present } from '@toolwire/internal';
export type { MountOptions } from './context-reader.ts';
export type { HostedServer, StopSteps } from './host.ts';
export type {
  BodyProblem,
  HostBody,
  HostRequest,
  HttpRequest,
  HttpResponse,
  JsonBody,
  UniversalHandler,
} from './http.ts';
export { jsonResponse } from './http.ts';
export type { ServiceTask, ServiceTasks } from './service-tasks.ts';
export type {
  Exchange,
  Mailbox,
  ToolPage,
  ToolService,
  Viewer,
  WireCodec,
  WireHeaders,
  WireRoute,
} from './wire-codec.ts';
