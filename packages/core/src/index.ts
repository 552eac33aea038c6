export { andThen, isPromise, type MaybePromise } from '@toolwire/internal';
export type { ArtifactDetails, ArtifactStore } from './artifact-store.ts';
export type {
  AuthorizationToken,
  Call,
  CallContext,
  DetachedLifetime,
  Lifetime,
  ReportLog,
  SecretValue,
} from './call.ts';
export type { Principal } from './caller.ts';
export {
  audio,
  type Content,
  type ContentAnnotations,
  type ContentBlock,
  content,
  type EmbeddedResource,
  image,
} from './content.ts';
export {
  type ContextEntry,
  type ContextKey,
  type ContextValues,
  contextEntry,
  contextValues,
  createContextKey,
  noContextValues,
} from './context-key.ts';
export type { Askable, Deferral } from './deferral.ts';
export { type DefinedTool, defineTool, isToolDefinition, type ToolSpec } from './define-tool.ts';
export { defineToolkit, type Toolkit } from './define-toolkit.ts';
export {
  type InputAnswer,
  type InputAnswers,
  type InputRequest,
  type InputRequests,
  InputRequired,
  isInputRequired,
} from './input-request.ts';
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
} from './outcome.ts';
export { type CallHandler, type Next, type Pipeline, pipeline, type Stage } from './pipeline.ts';
export type {
  AuthorizationRequirement,
  MissingAuthorization,
  MissingRequirements,
  Requirements,
  SecretRequirement,
} from './requirements.ts';
export type { JsonObject, JsonSchema, JsonValue, RunInput, RunOutput } from './schema-types.ts';
export type { ArtifactLookup, ArtifactReader, StoredArtifact } from './stored-artifact.ts';
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
} from './tool.ts';
export type { Logger, ToolContext, ToolLogger } from './tool-context.ts';
export {
  type ArtifactBody,
  type ArtifactSource,
  artifact,
  type WithContent,
  withContent,
} from './tool-result.ts';
export type { ToolUi } from './tool-ui.ts';
export type { UploadedFile } from './upload.ts';
