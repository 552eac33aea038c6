export { type Fields, isObject, present } from '@toolwire/internal';
export type { MountOptions } from './context-reader.ts';
export type { HostedServer, StopSteps } from './host.ts';
export {
  type BodyProblem,
  type HostBody,
  type HostRequest,
  type HttpRequest,
  type HttpResponse,
  type JsonBody,
  jsonResponse,
  type UniversalHandler,
} from './http.ts';
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
