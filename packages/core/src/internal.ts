export type { UploadRule, UploadStore } from './artifacts/artifact-store.ts';
export { bytesOf, encodeArtifact } from './artifacts/encode-artifact.ts';
export {
  type Caller,
  type HostCaller,
  joinCaller,
  soleCaller,
} from './call/caller.ts';
export { type Client, clientOf, clientOfRun } from './call/client.ts';
export { areAskable, askableOf, describeInputRequests } from './call/input-request.ts';
export { describeDeferral } from './call/outcome.ts';
export { refuseAsInternal, requireOutcome, type StageObserver, stageObserverMark } from './call/pipeline.ts';
export type { ObserveRequest, ProtocolRequest, ProtocolResponse } from './call/protocol-request.ts';
export { createPathTest, readBasePath } from './http/base-path.ts';
export { ByteBuffer } from './http/byte-buffer.ts';
export {
  createContextReader,
  type HostPrincipal,
  type HostValues,
  type ReadContext,
  type RequestContext,
  type RequestContextOptions,
} from './http/context-reader.ts';
export {
  expectHostedServer,
  headersOverHost,
  isPublic,
  protectedResourcePath,
  type ReportThrown,
} from './http/host.ts';
export {
  isHostHeader,
  isLoopbackHost,
  isSameHost,
  type PageOrigin,
  readOrigin,
  withoutPort,
} from './http/host-and-origin.ts';
export { addHeaders, type JsonOptions, jsonHeaders } from './http/http.ts';
export { addOutcomeHeaders, callIdsOf, callOfRequest } from './http/http-call.ts';
export { bodyRefusalCode, refusalHeaders, refusalStatus } from './http/http-refusal.ts';
export { type InspectorRoute, inspectorRoutes } from './http/inspector-routes.ts';
export { markReleaseLine, releaseLine, releaseLineOf } from './release-line.ts';
export {
  type Confirmation,
  type ConfirmationCode,
  confirmationParameter,
  encodeConfirmation,
} from './tool/confirmation.ts';
export { isContent } from './tool/content.ts';
export {
  defineExistingTool,
  type ExistingTool,
  type FoundTool,
} from './tool/existing-tool.ts';
export { encodeRequirements } from './tool/requirements.ts';
export {
  expectProcedureTools,
  type ProcedureContextOptions,
  type ReadProcedureContext,
  type RestRouterOptions,
  readRouterOptions,
} from './tool/router-options.ts';
export type { ReceivedOutput, SentInput } from './tool/schema-types.ts';
export { isArtifact, isWithContent } from './tool/tool-result.ts';
