export { bytesOf, isArtifact } from './artifact.ts';
export { ByteBuffer } from './byte-buffer.ts';
export { type Caller, type HostCaller, joinCaller, soleCaller } from './caller.ts';
export { type Client, clientOf, clientOfRun } from './client.ts';
export { compatibleRelease, compatibleReleaseOf, markRelease } from './compatible-release.ts';
export { isContent, toBase64 } from './content.ts';
export { areAskable } from './deferral.ts';
export { expectHostedServer, type ReportThrown, readBasePath } from './host.ts';
export type { JsonOptions } from './http.ts';
export { addHeaders, jsonHeaders, retryAfter } from './http.ts';
export { describeInputRequests } from './input-request.ts';
export {
  createContextReader,
  type HostPrincipal,
  type HostValues,
  type ReadContext,
  type RequestContext,
  type RequestContextOptions,
} from './mount-options.ts';
export { describeDeferral, refusalStatus } from './outcome.ts';
export { isHostName, isLoopbackHost, isSameHost, type PageOrigin, readOrigin, withoutPort } from './page-origin.ts';
export type { ObserveRequest, ProtocolRequest, ProtocolResponse } from './protocol-request.ts';
export type { ServiceLimits } from './wire-codec.ts';
export { isWithContent } from './with-content.ts';
