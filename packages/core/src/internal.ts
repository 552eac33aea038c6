export { bytesOf, encodeArtifact } from './artifact-store.ts';
export { createPathTest, readBasePath } from './base-path.ts';
export { ByteBuffer } from './byte-buffer.ts';
export { type Caller, type HostCaller, joinCaller, soleCaller } from './caller.ts';
export { type Client, clientOf, clientOfRun } from './client.ts';
export { type Confirmation, type ConfirmationCode, confirmationParameter, encodeConfirmation } from './confirmation.ts';
export { isContent, toBase64 } from './content.ts';
export {
  createContextReader,
  type HostPrincipal,
  type HostValues,
  type ReadContext,
  type RequestContext,
  type RequestContextOptions,
} from './context-reader.ts';
export { areAskable, askableOf } from './deferral.ts';
export { defineExistingTool, type ExistingTool, type FoundTool } from './existing-tool.ts';
export { expectHostedServer, isPublic, protectedResourcePath, type ReportThrown } from './host.ts';
export { addHeaders, headersOverHost, type JsonOptions, jsonHeaders } from './http.ts';
export { callOfRequest } from './http-call.ts';
export { bodyRefusalCode, refusalHeaders, refusalStatus } from './http-refusal.ts';
export { describeInputRequests } from './input-request.ts';
export { type InspectorRoute, inspectorRoutes } from './inspector-routes.ts';
export { describeDeferral } from './outcome.ts';
export { isHostName, isLoopbackHost, isSameHost, type PageOrigin, readOrigin, withoutPort } from './page-origin.ts';
export { refuseAsInternal, type StageObserver, stageObserverMark } from './pipeline.ts';
export {
  expectProcedureTools,
  type ProcedureContextOptions,
  type ReadProcedureContext,
  type RestRouterOptions,
  readRouterOptions,
} from './procedure-tools.ts';
export type { ObserveRequest, ProtocolRequest, ProtocolResponse } from './protocol-request.ts';
export { markReleaseLine, releaseLine, releaseLineOf } from './release-line.ts';
export { encodeRequirements } from './requirements.ts';
export type { ReceivedOutput, SentInput } from './schema-types.ts';
export { isArtifact, isWithContent } from './tool-result.ts';
export type { UploadRule, UploadStore } from './upload.ts';
