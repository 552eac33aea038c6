export type { AuthorizationToken, Call, CallContext, Lifetime, SecretValue } from './call.ts';
export {
  type ContextEntry,
  type ContextKey,
  type ContextValues,
  contextEntry,
  contextValues,
  createContextKey,
  noContextValues,
} from './context-key.ts';
export { type AcceptedBy, defineTool, isToolDefinition, type ParsedBy, type ToolSpec } from './define-tool.ts';
export { defineToolkit, type Toolkit } from './define-toolkit.ts';
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
export type { JsonObject, JsonSchema, JsonValue } from './json.ts';
export type { Logger } from './logger.ts';
export { andThen, isPromise, type MaybePromise } from './maybe-promise.ts';
export type {
  ArtifactOutcome,
  DeferredOutcome,
  FailedOutcome,
  FailureReason,
  InvalidOutcome,
  Outcome,
  OutcomeBase,
  RefusalCode,
  RefusedOutcome,
  ToolFailure,
  ValueOutcome,
} from './outcome.ts';
export { type CallHandler, type OnStageThrow, type Pipeline, pipeline } from './pipeline.ts';
export type { Principal } from './principal.ts';
export type { AuthorizationRequirement, MissingRequirements, Requirements, SecretRequirement } from './requirements.ts';
export type { Next, Stage } from './stage.ts';
export type {
  Check,
  Checked,
  Deprecation,
  SchemaSource,
  Tool,
  ToolAnnotations,
  ToolContext,
  ToolDefinition,
  ToolInfo,
} from './tool.ts';
export type { Exchange, ToolPage, WireCodec, WireRoute } from './wire.ts';
