export { type Fields, isObject, present } from '@toolwire/internal';
export { bytesOf, isArtifact } from './artifact.ts';
export { toBase64 } from './base64.ts';
export { type Caller, type HostCaller, joinCaller, soleCaller } from './caller.ts';
export { isContent } from './content.ts';
export { areAskable } from './deferral.ts';
export { GrowingBytes } from './growing-bytes.ts';
export { expectHostedServer, type HostedServer, type ReadHeader, type ReportThrown, type StopSteps } from './host.ts';
export type {
  BodyProblem,
  HostBody,
  HostRequest,
  HttpRequest,
  HttpResponse,
  JsonBody,
  JsonOptions,
  UniversalHandler,
} from './http.ts';
export { describeInputRequests } from './input-request.ts';
export { addHeaders, jsonHeaders, jsonResponse, jsonText, retryAfter } from './json-response.ts';
export type { Mailbox } from './mailbox.ts';
export {
  type HostPrincipal,
  type HostValues,
  type Mounted,
  type MountedWith,
  type MountOptions,
  mountReader,
  type ReadMounted,
} from './mount.ts';
export { describeDeferral } from './outcome.ts';
export { isHostName, isLoopbackHost, isSameHost, type PageOrigin, readOrigin, withoutPort } from './page-origin.ts';
export { refusalStatus } from './refusal-status.ts';
export { markRelease, releaseLine, releaseLineOf } from './release-line.ts';
export type { ServiceTask, ServiceTaskPage, ServiceTasks } from './service-tasks.ts';
export type {
  Exchange,
  ServiceLimits,
  ToolPage,
  ToolService,
  Viewer,
  WireCodec,
  WireHeaders,
  WireRoute,
} from './wire-codec.ts';
