export type { AuthOptions } from './auth.ts';
export type { CallContext, RequirementSources } from './call-context.ts';
export type {
  CallFacts,
  CallResult,
  FailedResult,
  InvalidResult,
  Listed,
  ListResult,
  MissingRequirements,
  Refusal,
  RefusalCode,
  RefusedResult,
  ToolFailure,
  ValueResult,
} from './call-result.ts';
export type { CallArguments, CallInput, CallOutput, TypedTool, UnknownTool } from './call-types.ts';
export type { Client } from './client.ts';
export type { CallOptions, ClientOptions, ClientRetry, ClientRetryOptions, RequestOptions } from './client-options.ts';
export { createClient } from './create-client.ts';
export type { Fetch } from './exchange.ts';
export type { JwtOptions } from './jwt.ts';
export type { AuthorizationRequirement, JsonSchema, ListedTool, Requirements } from './listed-tool.ts';
export type { MaybePromise } from './maybe-promise.ts';
