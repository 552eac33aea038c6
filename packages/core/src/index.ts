export { andThen, isPromise, type MaybePromise } from '@toolwire/internal';
export type {
  ArtifactDetails,
  ArtifactLookup,
  ArtifactReader,
  ArtifactStore,
  StoredArtifact,
  UploadedFile,
} from './artifacts/artifact-store.ts';
export type {
  AuthorizationToken,
  Call,
  CallContext,
  Deferral,
  DetachedLifetime,
  Lifetime,
  ReportLog,
  SecretValue,
} from './call/call.ts';
export type { Principal } from './call/caller.ts';
export {
  type ContextEntry,
  type ContextKey,
  type ContextValues,
  contextEntry,
  contextValues,
  createContextKey,
  noContextValues,
} from './call/context-key.ts';
export {
  type Askable,
  type InputAnswer,
  type InputAnswers,
  type InputRequest,
  type InputRequests,
  InputRequired,
  isInputRequired,
} from './call/input-request.ts';
export type {
  ArtifactOutcome,
  DeferredOutcome,
  FailedOutcome,
  FailureReason,
  InputRequiredOutcome,
  InvalidOutcome,
  Outcome,
  OutcomeBase,
  RefusalCode,
  RefusedOutcome,
  ToolFailure,
  ValueOutcome,
} from './call/outcome.ts';
export { type CallHandler, type Next, type Pipeline, pipeline, type Stage } from './call/pipeline.ts';
export {
  audio,
  type Content,
  type ContentAnnotations,
  type ContentBlock,
  content,
  type EmbeddedResource,
  image,
} from './tool/content.ts';
export { type DefinedTool, defineTool, isToolDefinition, type ToolSpec } from './tool/define-tool.ts';
export { defineToolkit, type Toolkit } from './tool/define-toolkit.ts';
export type {
  AuthorizationRequirement,
  MissingAuthorization,
  MissingRequirements,
  Requirements,
  SecretRequirement,
} from './tool/requirements.ts';
export type { JsonObject, JsonSchema, JsonValue, RunInput, RunOutput } from './tool/schema-types.ts';
export type {
  Check,
  Checked,
  Deprecation,
  Icon,
  SchemaSource,
  Tool,
  ToolAnnotations,
  ToolDefinition,
  ToolInfo,
} from './tool/tool.ts';
export type { Logger, ToolContext, ToolLogger } from './tool/tool-context.ts';
export {
  type ArtifactBody,
  type ArtifactSource,
  artifact,
  type WithContent,
  withContent,
} from './tool/tool-result.ts';
export type { ToolUi } from './tool/tool-ui.ts';
