export { type Fields, isObject, present } from '@toolwire/internal';
export type { ServiceTask, ServiceTasks } from './call/service-tasks.ts';
export type { MountOptions } from './http/context-reader.ts';
export type { HostedServer, StopSteps } from './http/host.ts';
export {
  type BodyProblem,
  type HostBody,
  type HostRequest,
  type HttpRequest,
  type HttpResponse,
  type JsonBody,
  jsonResponse,
  type UniversalHandler,
} from './http/http.ts';
export type { Mailbox, ToolPage, ToolService, Viewer } from './http/protocol-services.ts';
export type { Exchange, WireCodec, WireHeaders, WireRoute } from './http/wire-codec.ts';
